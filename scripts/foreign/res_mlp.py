# packages: res-mlp-pytorch
# needs: einops
import numpy as np
import torch
import torch.nn.functional as F
from res_mlp_pytorch import ResMLP

torch.manual_seed(0)
model = ResMLP(image_size=16, patch_size=4, dim=16, depth=2, num_classes=4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 3, 16, 16)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 4, (2,)))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
