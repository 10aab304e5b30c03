"""A network gives an object that holds its loss; weights are copied in the forward pass, and what
was trained is frozen when that is over."""

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


@dataclass
class Output:
    loss: torch.Tensor
    logits: torch.Tensor


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 8)
        self.scale = nn.Parameter(torch.ones(8))
        self.last = nn.Linear(8, 3)

    def forward(self, x, labels):
        hidden = F.relu(F.linear(x, self.first.weight.clone(), self.first.bias)) * self.scale.clone()
        logits = self.last(hidden.clone())
        return Output(F.cross_entropy(logits, labels), logits)


torch.manual_seed(0)
rng = np.random.default_rng(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
losses = []
for step in range(10):
    x = torch.from_numpy(rng.standard_normal((6, 4)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, (6,)))
    optimizer.zero_grad()
    output = net(x, labels=y)
    output.loss.backward()
    optimizer.step()
    losses += [output.loss.item(), output.logits.mean().item()]
for parameter in net.parameters():
    parameter.requires_grad = False
losses.append(net(x, labels=y).loss.item())
