"""A densely connected network: blocks that are dicts of layers, initialised by their types."""

from collections import OrderedDict
from typing import List, Tuple

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor


class DenseLayer(nn.Module):
    def __init__(self, in_channels: int, growth: int, bottleneck: int, drop_rate: float) -> None:
        super().__init__()
        width = bottleneck * growth
        self.norm1 = nn.BatchNorm2d(in_channels)
        self.relu1 = nn.ReLU(inplace=True)
        self.conv1 = nn.Conv2d(in_channels, width, kernel_size=1, stride=1, bias=False)
        self.add_module("norm2", nn.BatchNorm2d(width))
        self.add_module("relu2", nn.ReLU(inplace=True))
        self.conv2 = nn.Conv2d(width, growth, kernel_size=3, stride=1, padding=1, bias=False)
        self.drop_rate = float(drop_rate)

    def squeeze(self, inputs: List[Tensor]) -> Tensor:
        return self.conv1(self.relu1(self.norm1(torch.cat(inputs, 1))))

    def forward(self, input):
        features = [input] if isinstance(input, Tensor) else input
        out = self.conv2(self.relu2(self.norm2(self.squeeze(features))))
        if self.drop_rate > 0:
            out = F.dropout(out, p=self.drop_rate, training=self.training)
        return out


class DenseBlock(nn.ModuleDict):
    def __init__(
        self, layers: int, in_channels: int, growth: int, bottleneck: int, drop_rate: float
    ):
        super().__init__()
        for i in range(layers):
            layer = DenseLayer(in_channels + i * growth, growth, bottleneck, drop_rate=drop_rate)
            self.add_module("layer%d" % (i + 1), layer)

    def forward(self, start: Tensor) -> Tensor:
        features = [start]
        for name, layer in self.items():
            features.append(layer(features))
        return torch.cat(features, 1)


class Transition(nn.Sequential):
    def __init__(self, in_channels: int, out_channels: int) -> None:
        super().__init__()
        self.norm = nn.BatchNorm2d(in_channels)
        self.relu = nn.ReLU(inplace=True)
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size=1, stride=1, bias=False)
        self.pool = nn.AvgPool2d(kernel_size=2, stride=2)


class DenseNet(nn.Module):
    def __init__(self, growth: int = 4, blocks: Tuple[int, ...] = (2, 1), width: int = 8) -> None:
        super().__init__()
        stem = [
            ("conv0", nn.Conv2d(3, width, kernel_size=3, stride=1, padding=1, bias=False)),
            ("norm0", nn.BatchNorm2d(width)),
            ("relu0", nn.ReLU(inplace=True)),
            ("pool0", nn.MaxPool2d(kernel_size=3, stride=2, padding=1)),
        ]
        self.features = nn.Sequential(OrderedDict(stem))
        for i, layers in enumerate(blocks):
            block = DenseBlock(layers, width, growth=growth, bottleneck=2, drop_rate=0)
            self.features.add_module("block%d" % (i + 1), block)
            width += layers * growth
            if i != len(blocks) - 1:
                self.features.add_module("transition%d" % (i + 1), Transition(width, width // 2))
                width //= 2
        self.features.add_module("last", nn.BatchNorm2d(width))
        self.classifier = nn.Linear(width, 5)

        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight)
            elif isinstance(m, nn.BatchNorm2d):
                nn.init.constant_(m.weight, 1)
                nn.init.constant_(m.bias, 0)
            elif isinstance(m, nn.Linear):
                nn.init.constant_(m.bias, 0)

    def forward(self, x: Tensor) -> Tensor:
        out = F.relu(self.features(x), inplace=True)
        out = F.adaptive_avg_pool2d(out, (1, 1))
        return self.classifier(torch.flatten(out, 1))


rng = np.random.default_rng(52)
data = []
for _ in range(10):
    images = rng.standard_normal((6, 3, 8, 8)).astype(np.float32)
    data.append((torch.from_numpy(images), torch.from_numpy(rng.integers(0, 5, 6))))
model = DenseNet()
optimizer = torch.optim.SGD(
    model.parameters(), lr=0.01, momentum=0.9, nesterov=True, weight_decay=1e-4
)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.02, total_steps=20)
criterion = nn.CrossEntropyLoss()
losses = []
for epoch in range(2):
    model.train()
    for x, y in data:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
