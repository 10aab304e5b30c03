# packages: stam-pytorch
# needs: einops
import numpy as np
import torch
import torch.nn.functional as F
from stam_pytorch import STAM

torch.manual_seed(0)
net = STAM(
    dim=16, image_size=16, patch_size=4, num_frames=3, space_depth=2, space_heads=2, space_mlp_dim=16,
    time_depth=1, time_heads=2, time_mlp_dim=16, num_classes=4, space_dim_head=8, time_dim_head=8,
)
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    video = torch.from_numpy(rng.standard_normal((2, 3, 3, 16, 16)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 4, (2,)))
    optimizer.zero_grad()
    loss = F.cross_entropy(net(video), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
