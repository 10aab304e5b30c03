# packages: soft-moe-pytorch
import numpy as np
import torch
import torch.nn as nn
from soft_moe_pytorch import SoftMoE, DynamicSlotsSoftMoE

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


torch.manual_seed(0)
model = nn.ModuleList(
    [
        SoftMoE(dim=16, seq_len=8, num_experts=2),
        DynamicSlotsSoftMoE(dim=16, num_experts=2, geglu=True),
    ]
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    x = model[0](draw(2, 8, 16))
    loss = model[1](x).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
