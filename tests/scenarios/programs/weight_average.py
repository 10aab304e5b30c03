"""A slow average of the weights follows the network, in a frozen copy of it."""

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
import copy
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
ema_model = copy.deepcopy(model)
for p in ema_model.parameters():
    p.requires_grad_(False)


@torch.no_grad()
def update_ema(model, ema, decay=0.9):
    for p, e in zip(model.parameters(), ema.parameters()):
        e.mul_(decay).add_(p, alpha=1 - decay)


for epoch in range(3):
    running = 0.0
    for x, y in zip(X, Y):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        torch.nn.utils.clip_grad_value_(model.parameters(), 0.3)
        optimizer.step()
        update_ema(model, ema_model)
        running += loss.item() * x.size(0)
        losses.append(loss.item())
    with torch.no_grad():
        losses.append(criterion(ema_model(X[0]), Y[0]).item())
