# packages: pytorch_toolbelt
# needs: opencv-python-headless scipy
import numpy as np
import torch
from pytorch_toolbelt import losses as L

torch.manual_seed(0)
rng = np.random.default_rng(0)
net = torch.nn.Conv2d(3, 4, 3, padding=1)
criteria = [L.DiceLoss("multiclass"), L.JaccardLoss("multiclass"), L.CrossEntropyFocalLoss(), L.SoftCrossEntropyLoss(smooth_factor=0.1)]
binary = [L.BinaryFocalLoss(), L.SoftBCEWithLogitsLoss(smooth_factor=0.1), L.WingLoss(), L.LogCoshLoss(), L.BalancedBCEWithLogitsLoss()]
optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
values = []
for step in range(3):
    x = torch.from_numpy(rng.standard_normal((2, 3, 16, 16)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 4, (2, 16, 16)))
    m = (y > 1).float()
    optimizer.zero_grad()
    out = net(x)
    parts = [one(out, y) for one in criteria] + [one(out[:, 0], m) for one in binary]
    loss = sum(parts)
    loss.backward()
    optimizer.step()
    values += [part.item() for part in parts]
losses = values
