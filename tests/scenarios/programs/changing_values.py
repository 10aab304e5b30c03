"""What a loss reads changes from step to step: a flag, a weight, an attribute, the network's mode."""

import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(33)
batches = [torch.from_numpy(rng.standard_normal((8, 6)).astype(np.float32)) for _ in range(6)]


class Schedule:
    def __init__(self):
        self.step_count = 0
        self.sharp = False

    def advance(self):
        self.step_count += 1
        self.sharp = self.step_count % 3 == 0


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(6, 12)
        self.norm = nn.BatchNorm1d(12)
        self.fc2 = nn.Linear(12, 6)
        self.scale = 1.0

    def forward(self, x):
        return self.fc2(torch.tanh(self.norm(self.fc1(x)))) * self.scale


losses = []
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
schedule = Schedule()


def weigh(net, epoch):
    net.scale = 1.0 + 0.1 * epoch


for epoch in range(4):
    weigh(net, epoch)
    if epoch == 2:
        net.eval()
    warm = epoch > 0
    for i, x in enumerate(batches):
        beta = min(1.0, 0.25 * i)
        out = net(x)
        loss = ((out - x) ** 2).mean()
        if warm:
            loss = loss + beta * out.abs().mean()
        if schedule.sharp:
            loss = loss * 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.advance()
        losses.append(loss.item())
