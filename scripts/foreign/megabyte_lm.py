# packages: MEGABYTE-pytorch
# needs: einops tqdm packaging beartype
import numpy as np
import torch
from MEGABYTE_pytorch import MEGABYTE

torch.manual_seed(0)
model = MEGABYTE(num_tokens=32, dim=(16, 8), depth=(2, 1), max_seq_len=(8, 4), dim_head=8, heads=2, flash_attn=False)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    ids = torch.from_numpy(rng.integers(0, 32, (2, 8, 4)))
    optimizer.zero_grad()
    loss = model(ids, return_loss=True)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
