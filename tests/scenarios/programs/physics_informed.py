"""A network that learns Burgers' equation: its loss is made of derivatives by its inputs."""

import numpy as np
import torch
import torch.nn as nn


class PINN(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh())
        self.head = nn.Linear(16, 1)

    def forward(self, x, t):
        return self.head(self.layers(torch.cat([x, t], dim=1)))


def residual(net, x, t):
    u = net(x, t)
    u_x = torch.autograd.grad(u, x, grad_outputs=torch.ones_like(u), create_graph=True)[0]
    u_t = torch.autograd.grad(u, t, grad_outputs=torch.ones_like(u), create_graph=True)[0]
    u_xx = torch.autograd.grad(u_x, x, grad_outputs=torch.ones_like(u_x), create_graph=True)[0]
    return u_t + u * u_x - 0.05 * u_xx


rng = np.random.default_rng(5)
net = PINN()
optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
losses = []

for step in range(30):
    x = torch.tensor(rng.uniform(-1, 1, (16, 1)), dtype=torch.float32, requires_grad=True)
    t = torch.tensor(rng.uniform(0, 1, (16, 1)), dtype=torch.float32, requires_grad=True)
    x0 = torch.tensor(rng.uniform(-1, 1, (8, 1)), dtype=torch.float32)
    t0 = torch.zeros_like(x0)

    optimizer.zero_grad()
    loss_f = (residual(net, x, t) ** 2).mean()
    loss_0 = ((net(x0, t0) + torch.sin(np.pi * x0)) ** 2).mean()
    loss = loss_f + loss_0
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
