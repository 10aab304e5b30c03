# packages: graph-transformer-pytorch rotary-embedding-torch
# needs: einops
import numpy as np
import torch
from graph_transformer_pytorch import GraphTransformer

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


torch.manual_seed(0)
model = GraphTransformer(
    dim=16, depth=2, edge_dim=8, with_feedforwards=True, gated_residual=True, rel_pos_emb=True
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    nodes, edges = model(draw(2, 5, 16), draw(2, 5, 5, 8), mask=torch.ones(2, 5).bool())
    loss = nodes.pow(2).mean() + edges.pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
