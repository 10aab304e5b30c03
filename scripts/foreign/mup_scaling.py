# packages: mup
# needs: pyyaml tqdm pandas==2.2.3 pytz tzdata python-dateutil six seaborn matplotlib
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from mup import MuAdam, MuReadout, MuSGD, set_base_shapes

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.readout = MuReadout(width, 3, output_mult=2.0, readout_zero_init=False)

    def forward(self, x):
        return self.readout(self.body(x))


model = Net(16)
set_base_shapes(model, Net(4), delta=Net(8))
rng = np.random.default_rng(0)
losses = []
for make in (MuAdam, MuSGD):
    optimizer = make(model.parameters(), lr=0.02)
    for step in range(3):
        x = torch.from_numpy(rng.standard_normal((8, 6)).astype(np.float32))
        y = torch.from_numpy(rng.integers(0, 3, 8))
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
