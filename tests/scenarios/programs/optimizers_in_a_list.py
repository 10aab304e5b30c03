"""Two optimizers in a list: cleared and stepped in loops, alone and zipped with their schedules."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []


def make():
    return nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 3))


def batch():
    x = torch.from_numpy(rng.standard_normal((8, 6)).astype(np.float32))
    return x, torch.from_numpy(rng.integers(0, 3, 8))


class Trainer:
    def __init__(self, left, right):
        self.left = left
        self.right = right
        self.optimizers = [
            torch.optim.SGD(self.left.parameters(), lr=0.3, momentum=0.9),
            torch.optim.Adam(self.right.parameters(), lr=0.05),
        ]

    def step(self, x, y):
        for optimizer in self.optimizers:
            optimizer.zero_grad()
        loss = F.cross_entropy(self.left(x) + self.right(x), y)
        loss.backward()
        for optimizer in self.optimizers:
            optimizer.step()
        return loss.item()


first, second, third, fourth = make(), make(), make(), make()
trainer = Trainer(first, second)
losses += [trainer.step(*batch()) for _ in range(10)]

optimizer1 = torch.optim.SGD(third.parameters(), lr=0.3)
optimizer2 = torch.optim.RMSprop(fourth.parameters(), lr=0.02)
optimizers = [optimizer1, optimizer2]
schedulers = [torch.optim.lr_scheduler.StepLR(opt, 3, 0.5) for opt in optimizers]
for _ in range(10):
    x, y = batch()
    loss = F.cross_entropy(third(x) * fourth(x), y)
    loss.backward()
    for opt, scheduler in zip(optimizers, schedulers):
        opt.step()
        scheduler.step()
    for opt in optimizers:
        opt.zero_grad(set_to_none=True)
    losses.append(loss.item())
