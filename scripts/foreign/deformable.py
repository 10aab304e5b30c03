# packages: deformable-attention
import numpy as np
import torch
from deformable_attention import DeformableAttention

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


torch.manual_seed(0)
model = DeformableAttention(
    dim=16,
    dim_head=8,
    heads=2,
    dropout=0.0,
    downsample_factor=4,
    offset_scale=4,
    offset_kernel_size=6,
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    loss = model(draw(1, 16, 16, 16)).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
