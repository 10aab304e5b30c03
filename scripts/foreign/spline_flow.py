# packages: normflows
import numpy as np
import torch
from normflows.core import NormalizingFlow
from normflows.distributions import DiagGaussian
from normflows.flows import LULinearPermute
from normflows.flows.neural_spline import CoupledRationalQuadraticSpline

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


torch.manual_seed(0)
flows = []
for _ in range(2):
    flows += [CoupledRationalQuadraticSpline(4, 1, 8), LULinearPermute(4)]
model = NormalizingFlow(DiagGaussian(4, trainable=False), flows)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    loss = model.forward_kld(draw(8, 4))
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
