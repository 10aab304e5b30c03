# packages: point-transformer-pytorch
# needs: einops
import numpy as np
import torch
from point_transformer_pytorch import MultiheadPointTransformerLayer, PointTransformerLayer

torch.manual_seed(0)
nets = [
    PointTransformerLayer(dim=8, pos_mlp_hidden_dim=16, attn_mlp_hidden_mult=2, num_neighbors=6),
    MultiheadPointTransformerLayer(dim=8, heads=2, dim_head=4, pos_mlp_hidden_dim=16, attn_mlp_hidden_mult=2),
]
rng = np.random.default_rng(0)
losses = []
for net in nets:
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(4):
        features, places = (rng.standard_normal((2, 12, size)).astype(np.float32) for size in (8, 3))
        mask = torch.from_numpy(rng.random((2, 12)) < 0.9)
        optimizer.zero_grad()
        loss = (net(torch.from_numpy(features), torch.from_numpy(places), mask=mask) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
