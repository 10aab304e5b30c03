"""Losses that are no scalars, weighted with gradients of their own, and losses in lists."""

import numpy as np
import torch
from torch import nn

rng = np.random.RandomState(0)
x = torch.tensor(rng.randn(12, 5).astype(np.float32))
y = torch.tensor(rng.randn(12, 3).astype(np.float32))
net = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
losses = []

# by the gradient of the squared error, which depends on the output itself
for _ in range(6):
    optimizer.zero_grad()
    out = net(x)
    gradient = (out - y) / len(x)
    out.backward(gradient)
    optimizer.step()
    losses.append(((out - y) ** 2).mean().item())

# by a tensor that is made in the call
for _ in range(6):
    optimizer.zero_grad()
    each = ((net(x) - y) ** 2).mean(1)
    each.backward(gradient=torch.ones_like(each) / len(each), retain_graph=False)
    optimizer.step()
    losses.append(each.mean().item())

# several at once
for _ in range(6):
    optimizer.zero_grad()
    near = ((net(x) - y) ** 2).mean()
    small = net(x).abs().mean()
    torch.autograd.backward([near, small])
    optimizer.step()
    losses.append(near.item() + small.item())

for _ in range(6):
    optimizer.zero_grad()
    out = net(x)
    size = out.abs().mean()
    torch.autograd.backward((out, size), (2 * (out - y) / len(x), None))
    optimizer.step()
    losses.append(size.item())
