# packages: vit_pytorch
import numpy as np
import torch
import torch.nn.functional as F
from vit_pytorch.regionvit import RegionViT

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


def whole(high, *shape):
    return torch.from_numpy(rng.integers(0, high, shape))


torch.manual_seed(0)
model = RegionViT(dim=(16, 16, 16, 32), depth=(1, 1, 1, 1), window_size=2, num_classes=4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(draw(2, 3, 64, 64)), whole(4, 2))
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
