# packages: mega-pytorch
# needs: scipy
import numpy as np
import torch
import torch.nn.functional as F
from mega_pytorch import MegaLayer, Mega

rng = np.random.default_rng(0)


def whole(high, *shape):
    return torch.from_numpy(rng.integers(0, high, shape))


torch.manual_seed(0)
model = Mega(num_tokens=50, dim=16, depth=2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    tokens = whole(50, 2, 12)
    logits = model(tokens)
    loss = F.cross_entropy(logits[:, :-1].transpose(1, 2), tokens[:, 1:])
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
