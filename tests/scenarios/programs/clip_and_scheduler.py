"""Clipped gradients, a scheduler that steps after every batch, another after every epoch."""

import numpy as np
import torch
from torch import nn, optim
from torch.optim import lr_scheduler

rng = np.random.default_rng(3)
batches = [
    (
        torch.from_numpy(rng.standard_normal((8, 6)).astype(np.float32) * 3),
        torch.from_numpy(rng.standard_normal((8, 2)).astype(np.float32)),
    )
    for _ in range(5)
]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, 20), nn.ReLU(), nn.Linear(20, 2))

    def forward(self, x):
        return self.layers(x)


def train_epoch(model, criterion, optimizer, scheduler):
    model.train()
    for x, y in batches:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm=0.5)
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())


def train_by_value(model, criterion, optimizer):
    for x, y in batches:
        loss = criterion(model(x), y)
        model.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_value_(model.parameters(), 0.05)
        optimizer.step()
        losses.append(float(loss))


losses = []
model = Net()
criterion = nn.MSELoss()
optimizer = optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
per_batch = lr_scheduler.StepLR(optimizer, step_size=4, gamma=0.5)
per_epoch = lr_scheduler.ExponentialLR(optimizer, 0.9)
for epoch in range(2):
    train_epoch(model, criterion, optimizer, per_batch)
    train_by_value(model, criterion, optimizer)
    per_epoch.step()
