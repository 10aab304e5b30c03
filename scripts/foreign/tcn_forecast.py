# packages: pytorch-tcn
import numpy as np
import torch
from pytorch_tcn import TCN

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = TCN(num_inputs=3, num_channels=[8, 8], kernel_size=3, dropout=0.0, use_skip_connections=True, use_norm="weight_norm", output_projection=1)
optimizer = torch.optim.NAdam(model.parameters(), lr=1e-2)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.standard_normal((2, 3, 20)).astype(np.float32))
    optimizer.zero_grad()
    loss = torch.nn.functional.smooth_l1_loss(model(x), x[:, :1].cumsum(-1))
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
