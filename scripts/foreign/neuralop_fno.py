# packages: neuraloperator tensorly-torch
# needs: tensorly opt-einsum scipy ruamel.yaml configmypy h5py tqdm wandb zarr matplotlib requests urllib3 idna certifi charset-normalizer
import numpy as np
import torch
from neuralop.models import FNO

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = FNO(n_modes=(4, 4), in_channels=2, out_channels=1, hidden_channels=8, n_layers=2)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.standard_normal((2, 2, 12, 12)).astype(np.float32))
    y = torch.from_numpy(rng.standard_normal((2, 1, 12, 12)).astype(np.float32))
    optimizer.zero_grad()
    loss = (model(x) - y).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
