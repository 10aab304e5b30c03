"""Gradients by hand: their norm is logged, and each is clamped, scaled and set before the step."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(3)
X = torch.from_numpy(rng.standard_normal((10, 8, 5)).astype(np.float32))
Y = torch.from_numpy(rng.standard_normal((10, 8, 1)).astype(np.float32))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(5, 12)
        self.fc2 = nn.Linear(12, 1)

    def forward(self, x):
        return self.fc2(F.relu(self.fc1(x)))


losses = []
model = Net()
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
for epoch in range(3):
    for x, y in zip(X, Y):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        total_norm = 0
        for p in model.parameters():
            param_norm = p.grad.data.norm(2)
            total_norm += param_norm.item() ** 2
        total_norm = total_norm ** 0.5
        losses.append(total_norm)
        for p in model.parameters():
            p.grad.data.clamp_(-0.5, 0.5)
        for p in model.parameters():
            p.grad *= 0.9
            p.grad = p.grad + 0.001 * p.detach()
        optimizer.step()
        losses.append(loss.item())
