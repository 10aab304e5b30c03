"""An optimizer that calls a closure."""

import torch
from torch import nn

x = torch.rand(20, 3)
y = x.sum(1, keepdim=True)
net = nn.Linear(3, 1)
optimizer = torch.optim.LBFGS(net.parameters(), lr=0.1)
losses = []


def closure():
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    return loss


for _ in range(20):
    losses.append(optimizer.step(closure).item())
