# packages: spikingjelly
# needs: tqdm loguru
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from spikingjelly.activation_based import functional, layer, neuron, surrogate

torch.manual_seed(0)
net = nn.Sequential(
    layer.Conv2d(1, 4, 3, padding=1, bias=False),
    layer.BatchNorm2d(4),
    neuron.LIFNode(tau=2.0, v_threshold=0.3, surrogate_function=surrogate.ATan(), detach_reset=True),
    layer.MaxPool2d(2),
    layer.Flatten(),
    layer.Linear(64, 3),
    neuron.ParametricLIFNode(init_tau=2.0, v_threshold=0.3, surrogate_function=surrogate.Sigmoid()),
)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    x = torch.from_numpy(4 * rng.random((5, 1, 8, 8)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, (5,)))
    optimizer.zero_grad()
    rate = 0.0
    for t in range(4):
        rate = rate + net(x)
    loss = F.mse_loss(rate / 4, F.one_hot(y, 3).float())
    loss.backward()
    optimizer.step()
    functional.reset_net(net)
    losses.append(loss.item())
