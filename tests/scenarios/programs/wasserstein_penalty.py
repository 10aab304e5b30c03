"""A critic with a gradient penalty: its loss is differentiated through a derivative by its input."""

import numpy as np
import torch
import torch.autograd as autograd
import torch.nn as nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 12), nn.ReLU(), nn.Linear(12, 5))

    def forward(self, z):
        return self.layers(z)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(5, 12), nn.LeakyReLU(0.2), nn.Linear(12, 1))

    def forward(self, x):
        return self.layers(x)


def compute_gradient_penalty(D, real_samples, fake_samples):
    """How far the norm of the critic's gradient is from one, between real and fake."""
    alpha = torch.rand(real_samples.size(0), 1)
    interpolates = (alpha * real_samples + ((1 - alpha) * fake_samples)).requires_grad_(True)
    d_interpolates = D(interpolates)
    ones = torch.ones_like(d_interpolates)
    gradients = autograd.grad(
        outputs=d_interpolates,
        inputs=interpolates,
        grad_outputs=ones,
        create_graph=True,
        retain_graph=True,
        only_inputs=True,
    )[0]
    gradients = gradients.view(gradients.size(0), -1)
    return ((gradients.norm(2, dim=1) - 1) ** 2).mean()


rng = np.random.default_rng(16)
data = [torch.from_numpy(rng.standard_normal((8, 5)).astype(np.float32)) for _ in range(12)]
generator, discriminator = Generator(), Critic()
optimizer_G = torch.optim.Adam(generator.parameters(), lr=2e-3, betas=(0.5, 0.9))
optimizer_D = torch.optim.Adam(discriminator.parameters(), lr=2e-3, betas=(0.5, 0.9))
losses = []

for epoch in range(2):
    for i, real in enumerate(data):
        optimizer_D.zero_grad()
        z = torch.randn(real.shape[0], 3)
        fake = generator(z)
        real_validity = discriminator(real)
        fake_validity = discriminator(fake.detach())
        penalty = compute_gradient_penalty(discriminator, real.data, fake.data)
        d_loss = -torch.mean(real_validity) + torch.mean(fake_validity) + 10 * penalty
        d_loss.backward()
        optimizer_D.step()
        losses.append(d_loss.item())

        if i % 3 == 0:
            optimizer_G.zero_grad()
            g_loss = -torch.mean(discriminator(generator(z)))
            g_loss.backward()
            optimizer_G.step()
            losses.append(g_loss.item())
