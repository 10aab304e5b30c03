"""A convolutional network trained by a function that gets everything handed in."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, 3, padding=1, bias=False)
        self.bn = nn.BatchNorm2d(4)
        self.conv2 = nn.Conv2d(4, 8, 3, padding=1)
        self.fc = nn.Linear(8 * 4 * 4, 5)

    def forward(self, x):
        x = F.relu(self.bn(self.conv1(x)))
        x = F.max_pool2d(x, 2)
        x = F.relu(self.conv2(x))
        x = torch.flatten(x, 1)
        return self.fc(x)


def batches():
    rng = np.random.default_rng(1)
    for _ in range(10):
        x = rng.standard_normal((8, 1, 8, 8)).astype(np.float32)
        yield torch.from_numpy(x), torch.from_numpy(rng.integers(0, 5, 8))


def train(model, loader, optimizer, criterion):
    model.train()
    seen = 0
    total = 0.0
    for data, target in loader:
        output = model(data)
        loss = criterion(output, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen += data.size(0)
        total += loss.item() * data.size(0)
        losses.append(loss.item())
    return total / seen


losses = []


def main():
    model = Net()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    criterion = nn.CrossEntropyLoss()
    for _ in range(2):
        print(train(model, batches(), optimizer, criterion))


if __name__ == "__main__":
    main()
