# packages: performer-pytorch local-attention axial-positional-embedding hyper-connections
# needs: einops packaging
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from performer_pytorch import PerformerLM

torch.manual_seed(0)
model = PerformerLM(
    num_tokens=20, max_seq_len=16, dim=16, depth=2, heads=2, dim_head=8, nb_features=8, causal=False
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.integers(0, 20, (2, 16)))
    optimizer.zero_grad()
    logits = model(x)
    loss = F.cross_entropy(logits[:, :-1].transpose(1, 2), x[:, 1:])
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
