# packages: vit_pytorch
import numpy as np
import torch
import torch.nn.functional as F
from vit_pytorch.vit_for_small_dataset import ViT

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


def whole(high, *shape):
    return torch.from_numpy(rng.integers(0, high, shape))


torch.manual_seed(0)
model = ViT(image_size=32, patch_size=8, num_classes=4, dim=32, depth=2, heads=2, mlp_dim=32)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(draw(2, 3, 32, 32)), whole(4, 2))
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
