# packages: kornia
# needs: kornia_rs packaging
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from kornia.losses import DiceLoss, FocalLoss, SSIMLoss

torch.manual_seed(0)
model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 3, 1))
focal = FocalLoss(alpha=0.5, gamma=2.0, reduction="mean")
dice = DiceLoss()
ssim = SSIMLoss(5)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.random((2, 3, 16, 16)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, (2, 16, 16)))
    optimizer.zero_grad()
    logits = model(x)
    loss = focal(logits, y) + dice(logits, y) + ssim(torch.sigmoid(logits), x)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
