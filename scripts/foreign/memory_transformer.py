# packages: memory-transformer-xl mogrifier
# needs: einops
import numpy as np
import torch
import torch.nn.functional as F
from memory_transformer_xl import MemoryTransformerXL

torch.manual_seed(0)
model = MemoryTransformerXL(
    num_tokens=32, dim=16, heads=2, depth=2, seq_len=16, mem_len=16, lmem_len=8, num_mem_kv=2, mem_write_iters=1,
)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    ids = torch.from_numpy(rng.integers(0, 32, (2, 17)))
    optimizer.zero_grad()
    first, memories = model(ids[:, :-1])
    second, memories = model(ids[:, 1:], memories=memories)
    loss = F.cross_entropy((first + second).transpose(1, 2), ids[:, 1:])
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
