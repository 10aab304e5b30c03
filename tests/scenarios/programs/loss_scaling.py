"""A loss scale that grows, and shrinks where a gradient is infinite; the step is then skipped."""

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
class Deco(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(5, 1)

    @torch.cuda.amp.autocast()
    def forward(self, x):
        return self.fc(x)


net = Deco()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, growth_interval=3)
for epoch in range(3):
    for i, (x, y) in enumerate(zip(X, Y)):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        if i == 4:
            loss = loss * float("inf")
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        losses.append(scaler.get_scale())
        if i != 4:
            losses.append(loss.item())
