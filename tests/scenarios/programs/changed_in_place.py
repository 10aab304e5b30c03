"""What lists and dicts hold is changed in place on the way of a gradient."""

import numpy as np
import torch
import torch.nn as nn


def floor_at(scores, least):
    kept = scores
    kept.clamp_(min=least)
    return kept


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Linear(4, 4)
        self.gate = nn.Linear(4, 4)

    def forward(self, x):
        h = self.features(x)
        maps = {"even": h * 2, "odd": h + 1}
        maps["even"].abs_().pow_(2)
        maps["odd"].sin_()
        maps["odd"].mul_(self.gate(x))
        parts = [maps["even"] * 0.5, maps["odd"] + 1, x]
        parts[0].exp_()
        parts[1].add_(0.5).atan_()
        return floor_at(parts[0] + parts[1], 0.8)


random = np.random.RandomState(0)
model = Branches()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(20):
    batch = torch.from_numpy(random.randn(8, 4).astype("float32")) / 4
    optimizer.zero_grad()
    loss = model(batch).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
