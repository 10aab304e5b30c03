# packages: pytorch-msssim
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from pytorch_msssim import SSIM

torch.manual_seed(0)
model = nn.Sequential(
    nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 3, 3, padding=1), nn.Sigmoid()
)
ssim = SSIM(data_range=1.0, size_average=True, channel=3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.random((2, 3, 32, 32)).astype(np.float32))
    optimizer.zero_grad()
    loss = 1 - ssim(model(x), x)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
