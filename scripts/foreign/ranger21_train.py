# packages: ranger21
# needs: matplotlib contourpy cycler fonttools kiwisolver packaging pillow pyparsing python-dateutil six
import numpy as np
import torch
import torch.nn as nn
from ranger21 import Ranger21

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(64, 3))
optimizer = Ranger21(model.parameters(), lr=0.01, num_epochs=4, num_batches_per_epoch=3)
losses = []
for step in range(12):
    x = torch.from_numpy(rng.standard_normal((4, 1, 6, 6)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 4))
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
