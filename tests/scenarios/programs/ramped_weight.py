"""A loss whose weight NumPy computes, or which is written where there is nothing to compute."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

random = np.random.RandomState(3)
losses = []


def ramp(epoch, length):
    if length == 0:
        return 1.0
    phase = 1.0 - np.clip(epoch, 0.0, length) / length
    return np.exp(-5.0 * phase * phase)


def weight_of(epoch):
    return 0.5 * ramp(epoch, 12)


class Table:
    def __init__(self, n):
        self.values = np.linspace(0.1, 1.0, n)

    def get(self, i):
        return self.values[i]


net = nn.Linear(5, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.02)
table = Table(24)
for epoch in range(24):
    x = torch.from_numpy(random.randn(8, 5).astype("float32"))
    y = torch.from_numpy(random.randn(8, 2).astype("float32"))
    out = net(x)
    loss = F.mse_loss(out, y)
    loss = loss + weight_of(epoch) * out.abs().mean()
    loss = loss + table.get(epoch) * (out**2).mean()
    loss = loss - ramp(epoch, 0) * 0.01 * out.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
