"""Fine-tuning: the backbone is frozen, head and scale learn at their own rates."""

import numpy as np
import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(5, 10), nn.Tanh())

    def forward(self, x):
        return self.layers(x)


class Classifier(nn.Module):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
        self.hidden = nn.Linear(10, 8)
        self.head = nn.Linear(8, 4)

    def forward(self, x):
        return self.head(torch.relu(self.hidden(self.backbone(x))))


rng = np.random.default_rng(9)
batches = [
    (
        torch.from_numpy(rng.standard_normal((6, 5)).astype(np.float32)),
        torch.from_numpy(rng.integers(0, 4, 6)),
    )
    for _ in range(10)
]
model = Classifier(Backbone())
for p in model.backbone.parameters():
    p.requires_grad = False
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.AdamW(
    [
        {"params": model.hidden.parameters()},
        {"params": model.head.parameters(), "lr": 1e-2},
    ],
    lr=1e-3,
    weight_decay=0.1,
)
losses = []
for epoch in range(2):
    for x, y in batches:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
