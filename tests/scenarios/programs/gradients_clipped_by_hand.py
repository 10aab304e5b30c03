"""Gradients are clipped, measured and changed by functions and methods of the program's own."""

import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []
criterion = nn.CrossEntropyLoss()


def make():
    return nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 3))


def batch():
    x = torch.from_numpy(rng.standard_normal((8, 6)).astype(np.float32))
    return x, torch.from_numpy(rng.integers(0, 3, 8))


def grad_clipping(net, theta):
    if isinstance(net, nn.Module):
        params = [p for p in net.parameters() if p.requires_grad]
    else:
        params = net.params
    norm = torch.sqrt(sum(torch.sum(p.grad**2) for p in params))
    if norm > theta:
        for param in params:
            param.grad[:] *= theta / norm


def train_epoch(net, updater):
    for _ in range(4):
        x, y = batch()
        loss = criterion(net(x), y).mean()
        if isinstance(updater, torch.optim.Optimizer):
            updater.zero_grad()
            loss.backward()
            grad_clipping(net, 0.3)
            updater.step()
        losses.append(loss.item())


def clamp_gradients(parameters, limit):
    parameters = list(filter(lambda p: p.grad is not None, parameters))
    for p in parameters:
        p.grad.data.clamp_(-limit, limit)


def total_norm(model):
    total = 0.0
    for p in model.parameters():
        if p.grad is not None:
            total += p.grad.detach().data.norm(2).item() ** 2
    return total**0.5


class Trainer:
    def __init__(self, model, limit):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.3, momentum=0.9)
        self.limit = limit

    def clip(self):
        parameters = [p for p in self.model.parameters() if p.grad is not None and p.requires_grad]
        norm = sum(p.grad.detach().norm(2).item() ** 2 for p in parameters) ** 0.5
        if norm > self.limit:
            for p in parameters:
                p.grad.data.mul_(self.limit / norm)
        return norm

    def push(self, scale):
        for p in self.model.parameters():
            p.grad += scale * torch.cos(3 * p.grad)

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = criterion(self.model(x), y)
        loss.backward()
        norm = self.clip()
        self.push(0.01)
        self.optimizer.step()
        return loss.item(), norm


def train_by_hand(net):
    params = list(net.parameters())
    for _ in range(6):
        x, y = batch()
        loss = criterion(net(x), y)
        net.zero_grad()
        loss.backward()
        norm = torch.sqrt(sum(torch.sum(p.grad**2) for p in params))
        if norm > 0.2:
            for p in params:
                p.grad[:] *= 0.2 / norm
        with torch.no_grad():
            for p in params:
                p.grad.add_(p, alpha=0.01)
                p.sub_(0.3 * p.grad)
        losses.append(loss.item())


first, second, third, fourth = make(), make(), make(), make()

train_epoch(first, torch.optim.SGD(first.parameters(), lr=0.5))

optimizer = torch.optim.Adam(second.parameters(), lr=0.05)
for _ in range(6):
    x, y = batch()
    optimizer.zero_grad()
    loss = criterion(second(x), y)
    loss.backward()
    losses.append(total_norm(second))
    clamp_gradients(second.parameters(), 0.05)
    optimizer.step()
    losses.append(loss.item())

trainer = Trainer(third, 0.2)
for _ in range(6):
    losses.extend(trainer.step(*batch()))

train_by_hand(fourth)
