"""Names that a condition may leave without a value: a running scale, the best batch, weights."""

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
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
best = -1
for i, (x, y) in enumerate(zip(X, Y)):
    if i == 0:
        scale = 1.0
    out = model(x)
    if i % 2 == 0:
        scale = scale + out.mean().item()
    if out.mean() > 0:
        best = i
    loss = F.mse_loss(out * scale, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
    losses.append(best)


def train(weighted):
    for x, y in zip(X, Y):
        if weighted:
            weights = torch.ones(8, 1) * 2
        out = model(x)
        if weighted:
            loss = ((out - y) ** 2 * weights).mean()
        else:
            loss = F.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if weighted:
            losses.append(weights.sum().item())


train(False)
train(True)
