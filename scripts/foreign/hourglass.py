# packages: hourglass-transformer-pytorch
import numpy as np
import torch
import torch.nn.functional as F
from hourglass_transformer_pytorch import HourglassTransformerLM

rng = np.random.default_rng(0)


def whole(high, *shape):
    return torch.from_numpy(rng.integers(0, high, shape))


torch.manual_seed(0)
model = HourglassTransformerLM(
    num_tokens=50,
    dim=16,
    max_seq_len=12,
    shorten_factor=2,
    depth=(1, 1, 1),
    attn_resampling=True,
    updown_sample_type="linear",
    causal=True,
    heads=2,
    dim_head=8,
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    tokens = whole(50, 2, 12)
    logits = model(tokens)
    loss = F.cross_entropy(logits[:, :-1].transpose(1, 2), tokens[:, 1:])
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
