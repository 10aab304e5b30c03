# packages: unet
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from unet import UNet2D

torch.manual_seed(0)
model = UNet2D(
    in_channels=1,
    out_classes=2,
    num_encoding_blocks=3,
    out_channels_first_layer=4,
    normalization="batch",
    upsampling_type="conv",
    padding=True,
    activation="PReLU",
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 1, 16, 16)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 2, (2, 16, 16)))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
