# packages: warmup-scheduler
import numpy as np
import torch
import torch.nn as nn
from torch.optim.lr_scheduler import StepLR
from warmup_scheduler import GradualWarmupScheduler

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
after = StepLR(optimizer, step_size=2, gamma=0.5)
scheduler = GradualWarmupScheduler(optimizer, multiplier=2, total_epoch=3, after_scheduler=after)
losses = []
for epoch in range(1, 8):
    scheduler.step(epoch)
    x = torch.from_numpy(rng.standard_normal((8, 4)).astype(np.float32))
    optimizer.zero_grad()
    loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
    loss.backward()
    optimizer.step()
    losses += [loss.item(), float(optimizer.param_groups[0]["lr"])]
