# packages: torchfm
# needs: scikit-learn tqdm
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torchfm.model.dfm import DeepFactorizationMachineModel

np.long = np.int64  # what the package takes from an older numpy
torch.manual_seed(0)
model = DeepFactorizationMachineModel([4, 5, 6], embed_dim=8, mlp_dims=(16, 16), dropout=0.0)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.integers(0, 4, (8, 3)))
    y = torch.from_numpy(rng.integers(0, 2, (8,)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.binary_cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
