# packages: efficientnet-pytorch
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from efficientnet_pytorch import EfficientNet

torch.manual_seed(0)
model = EfficientNet.from_name(
    "efficientnet-b0", num_classes=4, dropout_rate=0.0, drop_connect_rate=0.0
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((4, 3, 64, 64)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 4, (4,)))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
