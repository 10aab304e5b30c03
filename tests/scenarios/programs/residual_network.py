"""A residual network: batch norm, label smoothing, momentum, accuracy over the epoch."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class BasicBlock(nn.Module):
    def __init__(self, in_planes, planes, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(in_planes, planes, 3, stride=stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Sequential()
        if stride != 1 or in_planes != planes:
            self.shortcut = nn.Sequential(
                nn.Conv2d(in_planes, planes, 1, stride=stride, bias=False), nn.BatchNorm2d(planes)
            )

    def forward(self, x):
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += self.shortcut(x)
        return F.relu(out)


class ResNet(nn.Module):
    def __init__(self, classes=4):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1, bias=False)
        self.layer1 = BasicBlock(4, 4)
        self.layer2 = BasicBlock(4, 8, 2)
        self.linear = nn.Linear(8, classes)

    def forward(self, x):
        x = self.layer2(self.layer1(self.conv(x)))
        x = F.adaptive_avg_pool2d(x, 1).flatten(1)
        return self.linear(x)


rng = np.random.default_rng(17)
trainloader = [
    (
        torch.from_numpy(rng.standard_normal((8, 3, 8, 8)).astype(np.float32)),
        torch.from_numpy(rng.integers(0, 4, 8)),
    )
    for _ in range(10)
]
net = ResNet()
criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.005, momentum=0.9, weight_decay=5e-4)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=2)
losses = []


def train(epoch):
    net.train()
    train_loss = 0
    correct = 0
    total = 0
    for batch_idx, (inputs, targets) in enumerate(trainloader):
        optimizer.zero_grad()
        outputs = net(inputs)
        loss = criterion(outputs, targets)
        loss.backward()
        optimizer.step()

        train_loss += loss.item()
        _, predicted = outputs.max(1)
        total += targets.size(0)
        correct += predicted.eq(targets).sum().item()
        losses.append(loss.item())
    print(epoch, train_loss / (batch_idx + 1), 100.0 * correct / total)


for epoch in range(2):
    train(epoch)
    scheduler.step()
