# packages: geomloss
import numpy as np
import torch
from geomloss import SamplesLoss

rng = np.random.default_rng(0)
target = torch.from_numpy(rng.standard_normal((12, 2)).astype(np.float32))
losses = []
for settings in (
    {"loss": "sinkhorn", "p": 2, "blur": 0.1, "backend": "tensorized"},
    {"loss": "gaussian", "blur": 0.5, "backend": "tensorized"},
    {"loss": "energy", "backend": "tensorized"},
):
    points = torch.nn.Parameter(torch.from_numpy(rng.standard_normal((10, 2)).astype(np.float32)))
    optimizer = torch.optim.SGD([points], lr=1.0)
    criterion = SamplesLoss(**settings)
    for step in range(4):
        optimizer.zero_grad()
        loss = criterion(points, target)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
