# packages: ncps
import numpy as np
import torch
import torch.nn as nn
from ncps.torch import LTC, CfC
from ncps.wirings import AutoNCP

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


torch.manual_seed(0)
model = nn.ModuleList([CfC(4, 8), LTC(4, AutoNCP(12, 2))])
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    x = draw(3, 5, 4)
    cfc, _ = model[0](x)
    ltc, _ = model[1](x)
    loss = cfc.pow(2).mean() + ltc.pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
