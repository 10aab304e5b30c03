# packages: normflows
import normflows as nf
import numpy as np
import torch

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []


def fit(flows, base):
    model = nf.NormalizingFlow(base, flows)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=1e-5)
    for step in range(3):
        x = torch.from_numpy(rng.standard_normal((8, 2)).astype(np.float32))
        optimizer.zero_grad()
        loss = model.forward_kld(x)
        if ~(torch.isnan(loss) | torch.isinf(loss)):
            loss.backward()
            optimizer.step()
        losses.append(loss.item())


layers = []
for i in range(2):
    net = nf.nets.MLP([1, 8, 8, 2], init_zeros=True)
    layers += [nf.flows.AffineCouplingBlock(net), nf.flows.Permute(2, mode="swap")]
fit(layers, nf.distributions.base.DiagGaussian(2))
layers = []
for i in range(2):
    layers += [nf.flows.AutoregressiveRationalQuadraticSpline(2, 1, 8), nf.flows.LULinearPermute(2)]
fit(layers, nf.distributions.base.DiagGaussian(2, trainable=False))
layers = []
for i in range(2):
    s, t = nf.nets.MLP([2, 8, 2], init_zeros=True), nf.nets.MLP([2, 8, 2], init_zeros=True)
    b = torch.Tensor([1 if j % 2 == i else 0 for j in range(2)])
    layers += [nf.flows.MaskedAffineFlow(b, t, s), nf.flows.ActNorm(2)]
fit(layers, nf.distributions.base.DiagGaussian(2))
