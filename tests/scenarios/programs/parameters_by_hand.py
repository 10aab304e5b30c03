"""Parameters that are changed by hand: decay after each step, and a copy that follows slowly."""

import copy

import numpy as np
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(5, 12)
        self.fc2 = nn.Linear(12, 1)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


def follow(slow, fast, rate):
    with torch.no_grad():
        for p, q in zip(slow.parameters(), fast.parameters()):
            p *= 1 - rate
            p += rate * q


rng = np.random.default_rng(3)
model = Net()
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
ema = copy.deepcopy(model)
losses = []
for step in range(20):
    x = torch.from_numpy(rng.standard_normal((8, 5)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((8, 1)).astype(np.float32))
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for name, p in model.named_parameters():
            if name.endswith("weight"):
                p -= 0.01 * p
    follow(ema, model, 0.1)
    losses.append(loss.item())
    losses.append(criterion(ema(x), y).item())
