"""A critic that changes shapes between its layers, with a penalty on the slope at real images.

The networks and their optimizers are given to the function that trains them.
"""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import autograd, optim

rng = np.random.default_rng(3)
images = [torch.from_numpy(rng.standard_normal((3, 2, 4, 4)).astype(np.float32)) for _ in range(4)]
losses = []


def noise(n):
    return torch.from_numpy(rng.standard_normal((n, 5)).astype(np.float32))


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(5, 32)

    def forward(self, z):
        return torch.tanh(self.fc(z)).view(-1, 2, 4, 4)


class Flatten(nn.Module):
    def forward(self, x):
        return x.view(x.size(0), -1)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 4, 3, padding=1)
        self.flatten = Flatten()
        self.last = nn.Linear(96, 1)

    def forward(self, x):
        h = F.leaky_relu(self.conv(x), 0.2)
        h = torch.cat([h, h.mean(dim=(2, 3), keepdim=True).repeat(1, 1, 4, 4)], dim=1)
        h = h.permute(0, 2, 3, 1).reshape(h.size(0), 16, -1)
        seen = torch.sigmoid(torch.bmm(h, h.transpose(1, 2)))
        h = torch.bmm(seen, h) / 16 + h.mean(1).unsqueeze(1)
        h = torch.stack([h[:, :6], h[:, 6:12] * 2], dim=1)
        return self.last(self.flatten(h)).squeeze(1)


def requires_grad(model, flag=True):
    for p in model.parameters():
        p.requires_grad = flag


def sample(loader):
    while True:
        yield from loader


def slope(prediction, image):
    (grad,) = autograd.grad(outputs=prediction.sum(), inputs=image, create_graph=True)
    return grad.pow(2).view(grad.shape[0], -1).sum(1).mean()


def train(loader, generator, critic, g_optim, d_optim, steps, every=2):
    loader = sample(loader)
    penalty = torch.tensor(0.0)
    for step in range(steps):
        real = next(loader)
        requires_grad(generator, False)
        requires_grad(critic, True)
        d_loss = F.softplus(-critic(real)).mean() + F.softplus(critic(generator(noise(3)))).mean()
        critic.zero_grad()
        d_loss.backward()
        d_optim.step()
        if step % every == 0:
            real.requires_grad = True
            prediction = critic(real)
            penalty = slope(prediction, real)
            critic.zero_grad()
            (2.5 * penalty * every + 0 * prediction[0]).backward()
            d_optim.step()
        requires_grad(generator, True)
        requires_grad(critic, False)
        g_loss = F.softplus(-critic(generator(noise(3)))).mean()
        generator.zero_grad()
        g_loss.backward()
        g_optim.step()
        losses.append(d_loss.item() + g_loss.item() + penalty.item())


generator, critic = Generator(), Critic()
g_optim = optim.SGD(generator.parameters(), lr=0.01, momentum=0.9)
d_optim = optim.SGD(critic.parameters(), lr=0.01, momentum=0.9)
train(images, generator, critic, g_optim, d_optim, 20)
