# packages: pytorch-tcn
import numpy as np
import torch
from pytorch_tcn import TCN

torch.manual_seed(0)
rng = np.random.default_rng(0)
models = torch.nn.ModuleList([
    TCN(4, [8, 8], kernel_size=3, dropout=0.0, causal=True, use_skip_connections=True),
    TCN(4, [8, 8], kernel_size=3, dropout=0.0, causal=False, use_norm="batch_norm", activation="gelu", output_projection=2),
    TCN(4, [8], kernel_size=3, dropout=0.0, use_norm="layer_norm", use_gate=True, input_shape="NLC"),
])
optimizer = torch.optim.SGD(models.parameters(), lr=1e-2)
losses = []
for step in range(3):
    x = torch.from_numpy(rng.standard_normal((2, 4, 12)).astype(np.float32))
    loss = models[0](x).pow(2).mean() + models[1](x).pow(2).mean() + models[2](x.transpose(1, 2)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
