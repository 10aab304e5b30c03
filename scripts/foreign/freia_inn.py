# sources: FrEIA
# needs: scipy
import numpy as np
import torch
import torch.nn as nn
import FrEIA.framework as Ff
import FrEIA.modules as Fm

torch.manual_seed(0)
np.random.seed(0)
rng = np.random.default_rng(0)


def subnet(dims_in, dims_out):
    return nn.Sequential(nn.Linear(dims_in, 16), nn.ReLU(), nn.Linear(16, dims_out))


model = Ff.SequenceINN(4)
for k in range(3):
    model.append(Fm.AllInOneBlock, subnet_constructor=subnet, permute_soft=True)
nodes = [Ff.InputNode(4, name="in")]
nodes.append(Ff.Node(nodes[-1], Fm.GLOWCouplingBlock, {"subnet_constructor": subnet, "clamp": 2.0}, name="glow"))
nodes.append(Ff.Node(nodes[-1], Fm.PermuteRandom, {"seed": 1}, name="mix"))
nodes.append(Ff.Node(nodes[-1], Fm.RNVPCouplingBlock, {"subnet_constructor": subnet}, name="rnvp"))
nodes.append(Ff.OutputNode(nodes[-1], name="out"))
graph = Ff.GraphINN(nodes)
optimizer = torch.optim.Adam([*model.parameters(), *graph.parameters()], lr=1e-3)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.standard_normal((8, 4)).astype(np.float32))
    optimizer.zero_grad()
    z, jacobian = model(x)
    z2, jacobian2 = graph(x)
    loss = (0.5 * (z**2).sum(1) - jacobian).mean() + (0.5 * (z2**2).sum(1) - jacobian2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
back, _ = model(z, rev=True)
losses += back.flatten().tolist()
