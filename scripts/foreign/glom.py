# packages: glom-pytorch
# needs: einops
import numpy as np
import torch
import torch.nn.functional as F
from glom_pytorch import Glom

torch.manual_seed(0)
model = Glom(dim=8, levels=3, image_size=16, patch_size=4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 3, 16, 16)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((2, 16, 3, 8)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
