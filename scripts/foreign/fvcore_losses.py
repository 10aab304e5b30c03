# sources: fvcore
# needs: iopath yacs tabulate termcolor tqdm pyyaml portalocker
import numpy as np
import torch
import torch.nn as nn
from fvcore.nn import giou_loss, sigmoid_focal_loss, smooth_l1_loss, update_bn_stats, c2_msra_fill, c2_xavier_fill

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 64, 8))
c2_xavier_fill(model[4])
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.standard_normal((4, 3, 8, 8)).astype(np.float32))
    corners = torch.from_numpy(rng.random((4, 2)).astype(np.float32))
    boxes = torch.cat([corners, corners + 1], dim=1)
    classes = torch.from_numpy(rng.integers(0, 2, (4, 4)).astype(np.float32))
    optimizer.zero_grad()
    out = model(x)
    guess = torch.cat([out[:, :2], out[:, :2] + out[:, 2:4].exp()], dim=1)
    loss = (
        giou_loss(guess, boxes, reduction="mean")
        + smooth_l1_loss(guess, boxes, beta=0.1, reduction="mean")
        + sigmoid_focal_loss(out[:, 4:], classes, alpha=0.25, reduction="mean")
    )
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
update_bn_stats(model, [x, x * 2], num_iters=2, progress=None)
losses += model[1].running_mean.tolist()
