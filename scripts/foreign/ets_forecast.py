# packages: ETSformer-pytorch
# needs: einops scipy
import numpy as np
import torch
import torch.nn.functional as F
from etsformer_pytorch import ETSFormer

torch.manual_seed(0)
model = ETSFormer(time_features=4, model_dim=16, embed_kernel_size=3, layers=2, heads=2, K=3, dropout=0.2)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    series = torch.from_numpy(rng.standard_normal((2, 32, 4)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.mse_loss(model(series, num_steps_forecast=6), series[:, :6])
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
