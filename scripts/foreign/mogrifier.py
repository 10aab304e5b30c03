# packages: mogrifier
# needs: einops
import numpy as np
import torch
import torch.nn.functional as F
from mogrifier import Mogrifier

torch.manual_seed(0)
model = Mogrifier(dim=8, iters=5, factorize_k=4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 6, 8)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((2, 6, 8)).astype(np.float32))
    optimizer.zero_grad()
    loss = sum(F.mse_loss(one, y) for one in model(x, y * 0.5))
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
