"""Truncated backpropagation through time: the state is detached between the pieces."""

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
class RNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(5, 7)
        self.out = nn.Linear(7, 1)

    def forward(self, x, h):
        h = self.cell(x, h)
        return self.out(h), h


rnn = RNN()
optimizer = torch.optim.SGD(rnn.parameters(), lr=0.1, momentum=0.9)
for epoch in range(5):
    h = torch.zeros(8, 7)
    for start in range(0, 10, 2):
        h = h.detach()
        optimizer.zero_grad()
        loss = 0
        for t in range(start, start + 2):
            out, h = rnn(X[t], h)
            loss += criterion(out, Y[t])
        loss.backward()
        torch.nn.utils.clip_grad_norm_(rnn.parameters(), 0.5)
        optimizer.step()
        losses.append(loss.item() / 2)
