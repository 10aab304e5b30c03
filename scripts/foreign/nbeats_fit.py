# packages: nbeats-pytorch
import numpy as np
import torch
import torch.nn.functional as F
from nbeats_pytorch.model import NBeatsNet

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = NBeatsNet(
    stack_types=(NBeatsNet.TREND_BLOCK, NBeatsNet.SEASONALITY_BLOCK, NBeatsNet.GENERIC_BLOCK),
    nb_blocks_per_stack=2, forecast_length=4, backcast_length=12, thetas_dim=(3, 4, 5), hidden_layer_units=16,
)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.standard_normal((8, 12)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((8, 4)).astype(np.float32))
    optimizer.zero_grad()
    _, forecast = model(x)
    loss = F.mse_loss(forecast, y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
