# stays marked: MP306
"""Scaled losses under autocast."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.cuda.amp.GradScaler()
losses = []
for _ in range(20):
    x = torch.rand(20, 3)
    optimizer.zero_grad()
    with torch.cuda.amp.autocast():
        loss = nn.functional.mse_loss(net(x), x.sum(1, keepdim=True))
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    losses.append(loss.item())
