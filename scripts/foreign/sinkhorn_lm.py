# packages: sinkhorn-transformer axial-positional-embedding local-attention product-key-memory colt5-attention hyper-connections
# needs: einops packaging
import numpy as np
import torch
import torch.nn.functional as F
from sinkhorn_transformer import SinkhornTransformerLM

torch.manual_seed(0)
model = SinkhornTransformerLM(
    num_tokens=20, dim=16, depth=2, max_seq_len=16, heads=2, bucket_size=4, causal=False
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.integers(0, 20, (2, 16)))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x)[:, :-1].transpose(1, 2), x[:, 1:])
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
