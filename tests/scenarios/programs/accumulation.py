"""Gradients of four batches make one step; the last epoch leaves some over."""

import numpy as np
import torch
import torch.nn as nn

K = 4
rng = np.random.default_rng(4)
data = [
    (
        torch.from_numpy(rng.standard_normal((4, 5)).astype(np.float32)),
        torch.from_numpy(rng.integers(0, 2, 4)),
    )
    for _ in range(10)
]


def train(model, data, optimizer, criterion):
    history = []
    optimizer.zero_grad()
    for i, (x, y) in enumerate(data):
        logits = model(x)
        loss = criterion(logits, y)
        loss = loss / K
        loss.backward()
        history.append(loss.item() * K)
        if (i + 1) % K == 0:
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
    return history


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(5, 12)
        self.b = nn.Linear(12, 2)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
losses = []
for _ in range(3):
    losses += train(net, data, optimizer, nn.CrossEntropyLoss())
