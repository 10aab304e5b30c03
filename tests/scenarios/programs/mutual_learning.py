"""Deep mutual learning: two networks learn from each other, each with a step of its own."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(2)
losses = []


def make():
    return nn.Sequential(nn.Linear(5, 16, bias=False), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))


net1, net2 = make(), make()
opt1 = torch.optim.SGD(net1.parameters(), lr=0.1, momentum=0.9)
opt2 = torch.optim.Adam(net2.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss()
loss_kl = nn.KLDivLoss(reduction='batchmean')
for step in range(12):
    x = torch.from_numpy(rng.standard_normal((10, 5)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 10))
    out1 = net1(x)
    out2 = net2(x)
    loss1 = criterion(out1, y) + loss_kl(F.log_softmax(out1, dim=1), F.softmax(out2.detach(), dim=1))
    loss2 = criterion(out2, y) + loss_kl(F.log_softmax(out2, dim=1), F.softmax(out1.detach(), dim=1))
    opt1.zero_grad()
    loss1.backward()
    opt1.step()
    opt2.zero_grad()
    loss2.backward()
    opt2.step()
    losses += [loss1.item(), loss2.item()]
