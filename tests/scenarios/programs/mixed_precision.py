"""Scaled losses under autocast, with clipping: what a GPU computes in half precision."""

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
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
scaler = torch.cuda.amp.GradScaler()
for epoch in range(3):
    for x, y in zip(X, Y):
        optimizer.zero_grad()
        with torch.cuda.amp.autocast():
            out = model(x)
            loss = criterion(out, y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.item())
