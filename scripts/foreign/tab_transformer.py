# packages: tab-transformer-pytorch discrete-continuous-embed-readout hyper-connections x-mlps-pytorch torch-einops-utils
# needs: einops beartype einx loguru frozendict
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from tab_transformer_pytorch import TabTransformer

torch.manual_seed(0)
model = TabTransformer(
    categories=(4, 3, 5), num_continuous=4, dim=8, dim_out=1, depth=2, heads=2, dim_head=4, mlp_act=nn.ReLU()
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.integers(0, 3, (6, 3)))
    x_cont = torch.from_numpy(rng.standard_normal((6, 4)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((6, 1)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.mse_loss(model(x, x_cont), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
