# packages: agent-attention-pytorch
import numpy as np
import torch
from agent_attention_pytorch import AgentSelfAttention
from agent_attention_pytorch.agent_transformer import AgentTransformer

torch.manual_seed(0)
rng = np.random.default_rng(0)
attention = AgentSelfAttention(dim=16, num_agent_tokens=4, dim_head=8, heads=2)
model = AgentTransformer(dim=16, num_agent_tokens=4, depth=2, heads=2, dim_head=8)
optimizer = torch.optim.SGD([*attention.parameters(), *model.parameters()], lr=1e-2)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.standard_normal((2, 10, 16)).astype(np.float32))
    mask = torch.from_numpy(rng.random((2, 10)) > 0.2)
    out = attention(x, mask=mask)
    loss = model(out, mask=mask).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
