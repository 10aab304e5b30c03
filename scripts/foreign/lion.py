# packages: lion_pytorch
import numpy as np
import torch
import torch.nn as nn
from lion_pytorch import Lion

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


torch.manual_seed(0)
model = nn.Linear(4, 3)
optimizer = Lion(model.parameters(), lr=1e-3, weight_decay=1e-2)
losses = []
for step in range(3):
    optimizer.zero_grad()
    loss = model(draw(5, 4)).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
