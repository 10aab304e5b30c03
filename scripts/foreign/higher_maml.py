# packages: higher
import higher
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
meta = torch.optim.Adam(model.parameters(), lr=0.01)
inner = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
for step in range(4):
    meta.zero_grad()
    total = 0.0
    for task in range(2):
        phase = float(rng.random())
        x = torch.from_numpy(rng.standard_normal((8, 1)).astype(np.float32))
        with higher.innerloop_ctx(model, inner, copy_initial_weights=False) as (fast, steps):
            for _ in range(2):
                steps.step(F.mse_loss(fast(x), torch.sin(x + phase)))
            held = torch.from_numpy(rng.standard_normal((8, 1)).astype(np.float32))
            loss = F.mse_loss(fast(held), torch.sin(held + phase))
            loss.backward()
            total += loss.item()
    meta.step()
    losses.append(total)
