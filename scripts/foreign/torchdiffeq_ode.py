# packages: torchdiffeq
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torchdiffeq import odeint

torch.manual_seed(0)


class ODEFunc(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))

    def forward(self, t, y):
        return self.net(y**3)


model = ODEFunc()
t = torch.linspace(0.0, 1.0, 5)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((4, 2)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((5, 4, 2)).astype(np.float32))
    optimizer.zero_grad()
    pred = odeint(model, x, t, method="rk4")
    loss = torch.mean(torch.abs(pred - y))
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
