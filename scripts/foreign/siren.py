# packages: siren-pytorch
# needs: einops
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from siren_pytorch import SirenNet

torch.manual_seed(0)
model = SirenNet(
    dim_in=2, dim_hidden=16, dim_out=3, num_layers=3, final_activation=nn.Sigmoid(), w0_initial=30.0
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((8, 2)).astype(np.float32))
    y = torch.from_numpy(rng.random((8, 3)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
