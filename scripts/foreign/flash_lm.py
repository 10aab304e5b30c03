# packages: flash-pytorch rotary-embedding-torch
import numpy as np
import torch
from flash_pytorch import FLASHTransformer
from flash_pytorch.autoregressive_wrapper import AutoregressiveWrapper

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = FLASHTransformer(num_tokens=32, dim=16, depth=2, causal=True, group_size=4, query_key_dim=8, norm_type="layernorm")
model = AutoregressiveWrapper(model)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
losses = []
for step in range(3):
    tokens = torch.from_numpy(rng.integers(0, 32, (2, 9)))
    loss = model(tokens)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
