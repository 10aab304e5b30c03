# packages: linear-attention-transformer local-attention axial-positional-embedding linformer product-key-memory hyper-connections colt5-attention
# needs: einops packaging
import numpy as np
import torch
import torch.nn.functional as F
from linear_attention_transformer import LinearAttentionTransformerLM

torch.manual_seed(0)
model = LinearAttentionTransformerLM(
    num_tokens=32, dim=16, heads=2, depth=2, max_seq_len=32, causal=True, blindspot_size=1, n_local_attn_heads=1,
    local_attn_window_size=8, reversible=False,
)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    ids = torch.from_numpy(rng.integers(0, 32, (2, 33)))
    optimizer.zero_grad()
    logits = model(ids[:, :-1])
    loss = F.cross_entropy(logits.transpose(1, 2), ids[:, 1:])
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
