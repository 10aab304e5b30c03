# packages: g-mlp-pytorch
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from g_mlp_pytorch import gMLP

rng = np.random.default_rng(0)


def whole(high, *shape):
    return torch.from_numpy(rng.integers(0, high, shape))


torch.manual_seed(0)
model = gMLP(num_tokens=50, dim=16, depth=2, seq_len=12, circulant_matrix=True, act=nn.Tanh())
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
