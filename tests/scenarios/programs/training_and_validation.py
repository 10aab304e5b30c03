"""One function trains and validates: what belongs to training stands under conditions."""

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
        self.bn = nn.BatchNorm1d(12)
        self.fc2 = nn.Linear(12, 1)

    def forward(self, x):
        return self.fc2(F.relu(self.bn(self.fc1(x))))


def run(model, optimizer, train):
    model.train() if train else model.eval()
    total = 0.0
    for x, y in zip(X, Y):
        if train:
            optimizer.zero_grad()
        out = model(x)
        loss = F.mse_loss(out, y)
        if train:
            loss.backward()
            optimizer.step()
        total += loss.item()
        losses.append(out.sum().item())
    return total


losses = []
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
for epoch in range(3):
    losses.append(run(model, optimizer, True))
    losses.append(run(model, optimizer, False))
