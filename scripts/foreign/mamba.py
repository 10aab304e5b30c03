# packages: mambapy
import numpy as np
import torch
from mambapy.mamba import Mamba, MambaConfig

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


torch.manual_seed(0)
model = Mamba(MambaConfig(d_model=16, n_layers=2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    loss = model(draw(2, 12, 16)).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
