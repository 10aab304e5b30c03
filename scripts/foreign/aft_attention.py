# packages: aft-pytorch
import numpy as np
import torch
from aft_pytorch import AFTFull, AFTLocal, AFTSimple
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = nn.Sequential(AFTFull(8, 16, 8), AFTSimple(8, 16, 8), AFTLocal(8, 16, 8, s=3), nn.Linear(16, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.standard_normal((2, 8, 16)).astype(np.float32))
    loss = model(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
