"""A classifier trained at module level."""

import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(0)
inputs = rng.standard_normal((5, 16, 10)).astype(np.float32)
labels = rng.integers(0, 3, (5, 16))
batches = [(torch.from_numpy(x), torch.from_numpy(y)) for x, y in zip(inputs, labels)]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(10, 32)
        self.fc2 = nn.Linear(32, 3)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


net = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
losses = []

for epoch in range(4):
    running = 0.0
    correct = 0
    for x, y in batches:
        # clear the gradients
        optimizer.zero_grad()

        # forward
        out = net(x)
        loss = criterion(out, y)

        # backward
        loss.backward()
        optimizer.step()

        running += loss.item()
        correct += (out.argmax(1) == y).sum().item()
        losses.append(loss.item())
    print(f"epoch {epoch}: loss {running / len(batches):.4f}, correct {correct}")
