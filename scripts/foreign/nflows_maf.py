# packages: nflows
# needs: umnn matplotlib pyparsing cycler contourpy python-dateutil kiwisolver fonttools
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from nflows.distributions.normal import StandardNormal
from nflows.flows.base import Flow
from nflows.transforms.autoregressive import MaskedAffineAutoregressiveTransform
from nflows.transforms.base import CompositeTransform
from nflows.transforms.permutations import ReversePermutation

torch.manual_seed(0)
transforms = []
for _ in range(2):
    transforms.append(ReversePermutation(features=4))
    transforms.append(MaskedAffineAutoregressiveTransform(features=4, hidden_features=8))
model = Flow(CompositeTransform(transforms), StandardNormal(shape=[4]))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((8, 4)).astype(np.float32))
    optimizer.zero_grad()
    loss = -model.log_prob(inputs=x).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
