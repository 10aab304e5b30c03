# sources: denoiser
import numpy as np
import torch
import torch.nn.functional as F
from denoiser.demucs import Demucs

torch.manual_seed(0)
model = Demucs(hidden=8, depth=3, resample=2)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(3):
    noisy = torch.from_numpy(rng.standard_normal((2, 1, 2048)).astype(np.float32))
    clean = torch.from_numpy(rng.standard_normal((2, 1, 2048)).astype(np.float32))
    optimizer.zero_grad()
    loss = F.l1_loss(model(noisy), clean)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
