# packages: madgrad adamp dadaptation adabound torch-ema
import numpy as np
import torch
import torch.nn.functional as F
from adabound import AdaBound
from adamp import AdamP, SGDP
from dadaptation import DAdaptAdam
from madgrad import MADGRAD
from torch_ema import ExponentialMovingAverage

rng = np.random.default_rng(0)
x = torch.from_numpy(rng.standard_normal((16, 1, 8, 8)).astype(np.float32))
y = torch.from_numpy(rng.integers(0, 3, (16,)))
losses = []
for kind in (AdaBound, AdamP, SGDP, DAdaptAdam, MADGRAD):
    torch.manual_seed(0)
    net = torch.nn.Sequential(
        torch.nn.Conv2d(1, 4, 3, stride=2, bias=False), torch.nn.BatchNorm2d(4), torch.nn.ReLU(),
        torch.nn.Flatten(), torch.nn.Linear(36, 3),
    )
    optimizer = kind(net.parameters(), lr=1e-2, weight_decay=1e-4)
    average = ExponentialMovingAverage(net.parameters(), decay=0.9)
    for step in range(5):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        average.update()
        losses.append(loss.item())
    with average.average_parameters():
        losses.append(F.cross_entropy(net(x), y).item())
