# packages: invariant-point-attention
# needs: einops
import numpy as np
import torch
from invariant_point_attention import InvariantPointAttention, IPABlock

torch.manual_seed(0)
rng = np.random.default_rng(0)
attend = InvariantPointAttention(
    dim=16, heads=2, scalar_key_dim=4, scalar_value_dim=4, point_key_dim=2, point_value_dim=2, pairwise_repr_dim=8
)
block = IPABlock(dim=16, heads=2, require_pairwise_repr=False)
optimizer = torch.optim.SGD([*attend.parameters(), *block.parameters()], lr=0.05)
losses = []
for step in range(4):
    single = torch.from_numpy(rng.standard_normal((2, 6, 16)).astype(np.float32))
    pairs = torch.from_numpy(rng.standard_normal((2, 6, 6, 8)).astype(np.float32))
    turns = torch.from_numpy(np.linalg.qr(rng.standard_normal((2, 6, 3, 3)))[0].astype(np.float32))
    shifts = torch.from_numpy(rng.standard_normal((2, 6, 3)).astype(np.float32))
    mask = torch.from_numpy(rng.random((2, 6)) > 0.2)
    optimizer.zero_grad()
    out = attend(single, pairs, rotations=turns, translations=shifts, mask=mask)
    out = block(out, rotations=turns, translations=shifts, mask=mask)
    loss = (out - single).square().mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
