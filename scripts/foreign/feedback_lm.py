# packages: feedback-transformer-pytorch
import numpy as np
import torch
import torch.nn.functional as F
from feedback_transformer_pytorch import FeedbackTransformer

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = FeedbackTransformer(num_tokens=32, dim=16, depth=2, seq_len=2, mem_len=6, dim_head=8, heads=2)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
losses = []
for step in range(3):
    tokens = torch.from_numpy(rng.integers(0, 32, (2, 9)))
    logits, memory = model(tokens[:, :-1], return_memory=True)
    loss = F.cross_entropy(logits.transpose(1, 2), tokens[:, 1:])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
