# packages: isab-pytorch
# needs: einops
import numpy as np
import torch
import torch.nn.functional as F
from isab_pytorch import ISAB

torch.manual_seed(0)
model = ISAB(dim=8, heads=2, num_latents=4, inverted_attention=True)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 6, 8)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((2, 6, 8)).astype(np.float32))
    mask = torch.from_numpy(np.arange(6)[None] < np.array([[4], [6]]))
    optimizer.zero_grad()
    loss = F.mse_loss(model(x, mask=mask)[0], y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
