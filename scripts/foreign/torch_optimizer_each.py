# packages: torch-optimizer
# needs: pytorch-ranger
import numpy as np
import torch
import torch_optimizer
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)
NAMES = [
    "AccSGD", "AdaBound", "AdaMod", "AdamP", "AggMo", "DiffGrad", "Lamb", "NovoGrad", "PID", "QHAdam",
    "QHM", "RAdam", "SGDP", "SGDW", "Yogi",
]
model = nn.ModuleList([nn.Sequential(nn.Linear(6, 5), nn.Tanh(), nn.Linear(5, 1)) for _ in NAMES])
x = torch.from_numpy(rng.normal(size=(12, 6)).astype(np.float32))
y = torch.from_numpy(rng.normal(size=(12, 1)).astype(np.float32))
losses = []


def train(net, optimizer):
    for step in range(3):
        loss = ((net(x) - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())


for name, net in zip(NAMES, model):
    train(net, getattr(torch_optimizer, name)(net.parameters(), lr=1e-2))
