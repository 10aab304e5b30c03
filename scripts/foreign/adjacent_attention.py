# packages: adjacent-attention-pytorch isab-pytorch<0.2
import numpy as np
import torch
from adjacent_attention_network import AdjacentAttentionNetwork

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = AdjacentAttentionNetwork(dim=16, depth=2, heads=2, dim_head=8, num_neighbors_cutoff=4, num_global_nodes=2)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
losses = []
for step in range(3):
    nodes = torch.from_numpy(rng.standard_normal((1, 12, 16)).astype(np.float32))
    adjacency = torch.from_numpy(rng.integers(0, 2, (1, 12, 12))).bool()
    mask = torch.ones(1, 12).bool()
    loss = model(nodes, adjacency, mask=mask).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
