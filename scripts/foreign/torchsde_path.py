# packages: torchsde
# needs: trampoline boltons scipy
import numpy as np
import torch
import torch.nn as nn
import torchsde

torch.manual_seed(0)
rng = np.random.default_rng(0)


class SDE(nn.Module):
    noise_type = "diagonal"
    sde_type = "ito"

    def __init__(self):
        super().__init__()
        self.drift = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 3))
        self.spread = nn.Linear(3, 3)

    def f(self, t, y):
        return self.drift(y)

    def g(self, t, y):
        return torch.sigmoid(self.spread(y))


sde = SDE()
optimizer = torch.optim.Adam(sde.parameters(), lr=0.01)
ts = torch.linspace(0, 1, 5)
losses = []
for step in range(4):
    y0 = torch.from_numpy(rng.standard_normal((4, 3)).astype(np.float32))
    bm = torchsde.BrownianInterval(t0=0.0, t1=1.0, size=(4, 3), entropy=step)
    optimizer.zero_grad()
    ys = torchsde.sdeint(sde, y0, ts, bm=bm, dt=0.1, method="euler")
    loss = (ys[-1] ** 2).mean() + ys.std()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
