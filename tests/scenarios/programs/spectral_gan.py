"""A GAN whose discriminator has spectral norms, in both of their forms; the hinge loss."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import parametrizations, spectral_norm


class Generator(nn.Module):
    def __init__(self, latent=4, classes=3):
        super().__init__()
        self.embed = nn.Embedding(classes, latent)
        self.fc = parametrizations.weight_norm(nn.Linear(latent, 4 * 3 * 3))
        self.up = nn.ConvTranspose2d(4, 1, 4, stride=2, padding=1)

    def forward(self, z, y):
        h = F.relu(self.fc(z * self.embed(y)))
        return torch.tanh(self.up(h.view(-1, 4, 3, 3)))


class Discriminator(nn.Module):
    """A projection discriminator: the class is embedded and multiplied with the features."""

    def __init__(self, channels=4, classes=3):
        super().__init__()
        self.net = nn.Sequential(
            spectral_norm(nn.Conv2d(1, channels, 3, stride=2, padding=1)),
            nn.LeakyReLU(0.2),
            spectral_norm(nn.Conv2d(channels, channels * 2, 3, padding=1), n_power_iterations=2),
            nn.LeakyReLU(0.2),
        )
        self.fc = parametrizations.spectral_norm(nn.Linear(channels * 2, 1))
        self.embed = spectral_norm(nn.Embedding(classes, channels * 2))

    def forward(self, x, y):
        h = self.net(x).sum(dim=(2, 3))
        return self.fc(h).squeeze(1) + (self.embed(y) * h).sum(dim=1)


rng = np.random.default_rng(61)
generator, discriminator = Generator(), Discriminator()
opt_g = torch.optim.Adam(generator.parameters(), lr=2e-3, betas=(0.5, 0.9))
opt_d = torch.optim.Adam(discriminator.parameters(), lr=4e-3, betas=(0.5, 0.9))
losses = []
for step in range(10):
    real = torch.from_numpy(rng.standard_normal((4, 1, 6, 6)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 4))

    opt_d.zero_grad()
    fake = generator(torch.randn(4, 4), y)
    real_loss = F.relu(1.0 - discriminator(real, y)).mean()
    fake_loss = F.relu(1.0 + discriminator(fake.detach(), y)).mean()
    d_loss = real_loss + fake_loss
    d_loss.backward()
    opt_d.step()

    opt_g.zero_grad()
    g_loss = -discriminator(generator(torch.randn(4, 4), y), y).mean()
    g_loss.backward()
    opt_g.step()
    losses += [d_loss.item(), g_loss.item()]

discriminator.eval()
with torch.no_grad():
    losses.append(discriminator(real, y).mean().item())
