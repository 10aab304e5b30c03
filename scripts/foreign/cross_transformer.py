# packages: cross-transformers-pytorch
import numpy as np
import torch
from cross_transformers_pytorch import CrossTransformer
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)
backbone = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1, stride=2), nn.ReLU(), nn.Conv2d(16, 16, 3, padding=1))
head = CrossTransformer(dim=16, dim_key=8, dim_value=8)
optimizer = torch.optim.Adam([*backbone.parameters(), *head.parameters()], lr=1e-3)
losses = []
for step in range(3):
    query = torch.from_numpy(rng.standard_normal((2, 3, 8, 8)).astype(np.float32))
    supports = torch.from_numpy(rng.standard_normal((2, 3, 2, 3, 8, 8)).astype(np.float32))
    labels = torch.from_numpy(rng.integers(0, 3, 2))
    distances = head(backbone, query, supports)
    loss = nn.functional.cross_entropy(-distances, labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
