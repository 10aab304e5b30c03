# packages: triangle-multiplicative-module
# needs: einops
import numpy as np
import torch
import torch.nn.functional as F
from triangle_multiplicative_module import TriangleMultiplicativeModule

torch.manual_seed(0)
model = TriangleMultiplicativeModule(dim=8, hidden_dim=16, mix='ingoing')
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 5, 5, 8)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((2, 5, 5, 8)).astype(np.float32))
    mask = torch.from_numpy(rng.random((2, 5, 5)) > 0.2)
    optimizer.zero_grad()
    loss = F.mse_loss(model(x, mask=mask), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
