# packages: bottleneck-transformer-pytorch
# needs: einops
import numpy as np
import torch
import torch.nn.functional as F
from bottleneck_transformer_pytorch import BottleStack

torch.manual_seed(0)
model = BottleStack(
    dim=8, fmap_size=8, dim_out=16, num_layers=2, heads=2, dim_head=4, rel_pos_emb=True
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((4, 8, 8, 8)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((4, 16, 4, 4)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
