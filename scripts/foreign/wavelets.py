# packages: pytorch-wavelets
# needs: PyWavelets setuptools<80 six
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from pytorch_wavelets import DWTForward, DWTInverse

torch.manual_seed(0)
rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


model = nn.Conv2d(1, 1, 3, padding=1)
forward = DWTForward(J=2, wave="db3", mode="zero")
inverse = DWTInverse(wave="db3", mode="zero")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
for step in range(4):
    x = draw(2, 1, 32, 32)
    low, high = forward(model(x))
    optimizer.zero_grad()
    loss = (inverse((low, [h * 0.5 for h in high])) - x).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
