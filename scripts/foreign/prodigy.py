# packages: prodigyopt
import numpy as np
import torch
from prodigyopt import Prodigy
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = nn.Sequential(nn.Linear(6, 5), nn.Tanh(), nn.Linear(5, 1))
x = torch.from_numpy(rng.normal(size=(12, 6)).astype(np.float32))
y = torch.from_numpy(rng.normal(size=(12, 1)).astype(np.float32))
optimizer = Prodigy(model.parameters(), lr=1.0, weight_decay=0.01)
losses = []
for step in range(5):
    loss = ((model(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
