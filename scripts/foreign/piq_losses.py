# packages: piq
import numpy as np
import torch
import torch.nn as nn
from piq import dss, haarpsi, multi_scale_gmsd, vif_p

rng = np.random.default_rng(0)


torch.manual_seed(0)
model = nn.Conv2d(3, 3, 3, padding=1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    x = torch.from_numpy(rng.random((2, 3, 96, 96)).astype(np.float32))
    out = torch.sigmoid(model(x))
    loss = vif_p(out, x) + haarpsi(out, x) + dss(out, x) + multi_scale_gmsd(out, x)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
