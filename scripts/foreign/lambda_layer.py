# packages: lambda-networks
# needs: einops
import numpy as np
import torch
import torch.nn.functional as F
from lambda_networks import LambdaLayer

torch.manual_seed(0)
model = LambdaLayer(dim=8, dim_out=8, r=5, dim_k=4, heads=2, dim_u=2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((2, 8, 8, 8)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((2, 8, 8, 8)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
