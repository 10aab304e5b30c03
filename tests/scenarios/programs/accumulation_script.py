"""Accumulation at module level: what an epoch leaves over goes into the next one."""

import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(5)
data = [torch.from_numpy(rng.standard_normal((4, 6)).astype(np.float32)) for _ in range(7)]
net = nn.Sequential(nn.Linear(6, 3), nn.ReLU(), nn.Linear(3, 6))
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
losses = []
for epoch in range(3):
    for i, x in enumerate(data):
        loss = ((net(x) - x) ** 2).mean() / 3
        loss.backward()
        losses.append(loss.item())
        if (i + 1) % 3 == 0:
            optimizer.step()
            optimizer.zero_grad()
