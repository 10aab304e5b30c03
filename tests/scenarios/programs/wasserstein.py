"""A critic that steps more often than the generator; its weights are clipped."""

import numpy as np
import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 12), nn.ReLU(), nn.Linear(12, 5))

    def forward(self, z):
        return self.layers(z)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 1))

    def forward(self, x):
        return self.layers(x)


rng = np.random.default_rng(16)
data = [torch.from_numpy(rng.standard_normal((8, 5)).astype(np.float32)) for _ in range(10)]
generator, critic = Generator(), Critic()
opt_g = torch.optim.RMSprop(generator.parameters(), lr=5e-3)
opt_c = torch.optim.RMSprop(critic.parameters(), lr=5e-3)
losses = []

for epoch in range(2):
    for i, real in enumerate(data):
        opt_c.zero_grad()
        z = torch.randn(real.size(0), 3)
        fake = generator(z).detach()
        loss_c = -torch.mean(critic(real)) + torch.mean(critic(fake))
        loss_c.backward()
        opt_c.step()
        losses.append(loss_c.item())

        if i % 3 == 0:
            opt_g.zero_grad()
            loss_g = -torch.mean(critic(generator(z)))
            loss_g.backward()
            opt_g.step()
            losses.append(loss_g.item())
