# packages: adabelief-pytorch
# needs: colorama tabulate
import numpy as np
import torch
from adabelief_pytorch import AdaBelief

torch.manual_seed(0)
rng = np.random.default_rng(0)
net = torch.nn.Sequential(torch.nn.Conv2d(4, 8, 3, padding=1), torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(8, 3))
optimizer = AdaBelief(net.parameters(), lr=1e-2, eps=1e-12, betas=(0.9, 0.999), weight_decouple=True, rectify=True, print_change_log=False)
losses = []
for step in range(7):
    x = torch.from_numpy(rng.standard_normal((4, 4, 8, 8)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 4))
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(net(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
