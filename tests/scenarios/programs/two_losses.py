"""Two losses on one forward pass, and a third on its own, before one step."""

import numpy as np
import torch
from torch import nn
import torch.nn.functional as F

rng = np.random.default_rng(11)
batches = [
    (
        torch.from_numpy(rng.standard_normal((6, 5)).astype(np.float32)),
        torch.from_numpy(rng.standard_normal((6, 2)).astype(np.float32)),
        torch.from_numpy(rng.integers(0, 3, 6)),
    )
    for _ in range(10)
]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(5, 9)
        self.regress = nn.Linear(9, 2)
        self.classify = nn.Linear(9, 3)

    def forward(self, x):
        h = torch.relu(self.trunk(x))
        return self.regress(h), self.classify(h)


net = Net()
optimizer = torch.optim.RMSprop(net.parameters(), lr=0.01)
losses = []
for epoch in range(2):
    for x, y, label in batches:
        optimizer.zero_grad()
        value, logits = net(x)
        first = F.mse_loss(value, y)
        second = F.cross_entropy(logits, label)
        first.backward(retain_graph=True)
        second.backward()
        penalty = 0.01 * sum((p**2).sum() for p in net.parameters())
        penalty.backward()
        optimizer.step()
        losses.append(first.item())
        losses.append(second.item())
        losses.append(penalty.item())
