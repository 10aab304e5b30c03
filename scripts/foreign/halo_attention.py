# packages: halonet-pytorch
# needs: einops
import numpy as np
import torch
import torch.nn.functional as F
from halonet_pytorch import HaloAttention

torch.manual_seed(0)
model = HaloAttention(dim=8, block_size=4, halo_size=2, dim_head=4, heads=2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 8, 8, 8)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((2, 8, 8, 8)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
