# packages: torchbnn
import numpy as np
import torch
import torchbnn as bnn
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(
    bnn.BayesLinear(prior_mu=0, prior_sigma=0.1, in_features=4, out_features=16),
    nn.ReLU(),
    bnn.BayesLinear(prior_mu=0, prior_sigma=0.1, in_features=16, out_features=3),
)
cross_entropy, kl = nn.CrossEntropyLoss(), bnn.BKLLoss(reduction="mean", last_layer_only=False)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
rng = np.random.default_rng(0)
x = torch.from_numpy(rng.standard_normal((20, 4)).astype(np.float32))
y = torch.from_numpy(rng.integers(0, 3, (20,)))
losses = []
for step in range(5):
    loss = cross_entropy(model(x), y) + 0.01 * kl(model)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
bnn.utils.freeze(model)
losses.append(cross_entropy(model(x), y).item())
