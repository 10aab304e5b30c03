# packages: egnn-pytorch
import numpy as np
import torch
import torch.nn as nn
from egnn_pytorch import EGNN

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


torch.manual_seed(0)
model = nn.ModuleList(
    [EGNN(dim=16, edge_dim=4), EGNN(dim=16, num_nearest_neighbors=3, norm_coors=True)]
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    nodes, places = draw(2, 6, 16), draw(2, 6, 3)
    nodes, places = model[0](nodes, places, draw(2, 6, 6, 4))
    nodes, places = model[1](nodes, places)
    loss = nodes.pow(2).mean() + places.pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
