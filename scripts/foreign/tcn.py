# packages: pytorch-tcn
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from pytorch_tcn import TCN

torch.manual_seed(0)
model = TCN(
    num_inputs=4, num_channels=[8, 8], kernel_size=3, dropout=0.0, causal=True, output_projection=2
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 4, 20)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((2, 2, 20)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
