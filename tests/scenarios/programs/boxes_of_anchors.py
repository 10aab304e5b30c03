"""A detection head that keeps anchors by a mask, moves the boxes that it keeps, and reads the last."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def centred(boxes):
    boxes[:, 2:] += boxes[:, :2]
    boxes[:, 0] -= 0.5
    return boxes


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.offsets = nn.Linear(6, 4)
        self.scores = nn.Linear(6, 1)
        self.register_buffer("order", torch.tensor([2, 3, 0, 1]))

    def forward(self, features, anchors, lengths):
        moved = self.offsets(features)
        F.relu(moved, inplace=True)
        keep = anchors[:, 0] > 0
        kept = anchors[keep]
        kept[:, 1] = 0.25
        boxes = centred(moved[keep])
        turned = anchors[:, self.order]
        turned[0] = 1.0
        last = moved[lengths - 1]
        near = (boxes - kept).abs().mean() + (moved - turned).pow(2).mean()
        return near + last.mean() + self.scores(features).sigmoid().mean()


random = np.random.RandomState(0)
anchors = torch.from_numpy(random.randn(12, 4).astype("float32"))
model = Head()
optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
losses = []
for step in range(20):
    features = torch.from_numpy(random.randn(12, 6).astype("float32"))
    lengths = torch.from_numpy(random.randint(0, 12, 5))
    loss = model(features, anchors, lengths)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
