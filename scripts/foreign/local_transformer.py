# packages: local-attention hyper-connections
import numpy as np
import torch
from local_attention import LocalTransformer

rng = np.random.default_rng(0)


def whole(high, *shape):
    return torch.from_numpy(rng.integers(0, high, shape))


torch.manual_seed(0)
model = LocalTransformer(
    num_tokens=50, dim=16, depth=2, max_seq_len=12, local_attn_window_size=4, heads=2, dim_head=8
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    loss = model(whole(50, 2, 13), return_loss=True)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
