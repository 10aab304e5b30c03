# packages: routing-transformer local-attention mixture-of-experts product-key-memory hyper-connections colt5-attention
# needs: einops packaging
import numpy as np
import torch
import torch.nn.functional as F
from routing_transformer import RoutingTransformerLM

torch.manual_seed(0)
model = RoutingTransformerLM(
    num_tokens=32, dim=16, heads=2, depth=2, max_seq_len=32, causal=True, window_size=8, n_local_attn_heads=1,
    reversible=False,
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
rng = np.random.default_rng(0)
losses = []
for step in range(3):
    ids = torch.from_numpy(rng.integers(0, 32, (2, 33)))
    optimizer.zero_grad()
    logits, extra = model(ids[:, :-1])
    loss = F.cross_entropy(logits.transpose(1, 2), ids[:, 1:]) + extra
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
