# packages: nystrom-attention
# needs: einops
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from nystrom_attention import Nystromformer

torch.manual_seed(0)
model = Nystromformer(dim=16, dim_head=8, heads=2, depth=2, num_landmarks=4, pinv_iterations=3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 16, 16)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), x.flip(1))
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
