# packages: pytorch-optimizer
import numpy as np
import torch
import torch.nn as nn
from pytorch_optimizer import ADOPT, Adan, AdaBelief, AdamP, DiffGrad, Lamb, Lion, LARS, MADGRAD, NovoGrad, QHAdam, RAdam, SGDP, StableAdamW, Tiger

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 1))
losses = []
for kind in (ADOPT, Adan, AdaBelief, AdamP, DiffGrad, Lamb, Lion, LARS, MADGRAD, NovoGrad, QHAdam, RAdam, SGDP, StableAdamW, Tiger):
    optimizer = kind(model.parameters(), lr=1e-2, weight_decay=1e-2)
    for step in range(3):
        x = torch.from_numpy(rng.standard_normal((8, 4)).astype(np.float32))
        optimizer.zero_grad()
        loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
