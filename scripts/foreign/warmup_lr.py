# packages: pytorch-warmup
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import pytorch_warmup as warmup

torch.manual_seed(0)
rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


model = nn.Linear(4, 1)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=6)
warmup_scheduler = warmup.UntunedLinearWarmup(optimizer)
losses = []
for step in range(4):
    optimizer.zero_grad()
    loss = (model(draw(8, 4)) - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
    with warmup_scheduler.dampening():
        scheduler.step()
    losses.append(loss.item())
