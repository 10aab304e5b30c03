"""A detector whose losses have names: they are summed up for the step, and logged one by one."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(6, 8)
        self.cls = nn.Linear(8, 3)
        self.box = nn.Linear(8, 4)

    def forward(self, x, labels, boxes):
        features = torch.relu(self.trunk(x))
        losses = {}
        losses["cls"] = F.cross_entropy(self.cls(features), labels)
        losses["box"] = F.smooth_l1_loss(self.box(features), boxes)
        return losses


rng = np.random.RandomState(0)
x = torch.from_numpy(rng.randn(24, 6).astype("float32"))
labels = torch.from_numpy(rng.randint(0, 3, 24).astype("int64"))
boxes = torch.from_numpy(rng.rand(24, 4).astype("float32"))
torch.manual_seed(0)
model = Detector()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
weights = {"cls": 1.0, "box": 2.0}

for epoch in range(4):
    for start in range(0, 24, 8):
        part = slice(start, start + 8)
        named = model(x[part], labels[part], boxes[part])
        loss = sum(named[name] * weights[name] for name in named)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        losses += [value.item() for value in named.values()]
    named = model(x, labels, boxes)
    loss = named["cls"]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, {name: round(value.item(), 4) for name, value in named.items()})
    losses.append(named["box"].item())
