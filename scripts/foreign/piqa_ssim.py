# packages: piqa
import numpy as np
import torch
from piqa import PSNR, SSIM, TV, HaarPSI, GMSD

torch.manual_seed(0)
model = torch.nn.Conv2d(3, 3, 3, padding=1)
ssim, tv, haar, gmsd, psnr = SSIM(), TV(), HaarPSI(), GMSD(), PSNR()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.random((2, 3, 48, 48)).astype(np.float32))
    out = torch.sigmoid(model(x))
    optimizer.zero_grad()
    loss = 1 - ssim(out, x) + tv(out) + haar(out, x) + gmsd(out, x) - 0.01 * psnr(out, x)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
