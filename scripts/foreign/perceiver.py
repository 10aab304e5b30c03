# packages: perceiver-pytorch
# needs: einops
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from perceiver_pytorch import Perceiver

torch.manual_seed(0)
model = Perceiver(
    num_freq_bands=4,
    depth=2,
    max_freq=10.0,
    num_latents=8,
    latent_dim=16,
    latent_heads=2,
    cross_dim_head=8,
    latent_dim_head=8,
    num_classes=4,
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 8, 8, 3)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 4, (2,)))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
