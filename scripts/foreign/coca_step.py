# packages: CoCa-pytorch
# needs: einops
import numpy as np
import torch
from coca_pytorch.coca_pytorch import CoCa
from torch import nn

torch.manual_seed(0)


class Vision(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(3, 16, 4, 4)
        self.norm = nn.LayerNorm(16)

    def forward(self, images):
        return self.norm(self.patches(images).flatten(2).transpose(1, 2))


coca = CoCa(
    dim=16, img_encoder=Vision(), image_dim=16, num_tokens=40, unimodal_depth=2, multimodal_depth=2, dim_head=8,
    heads=2, caption_loss_weight=1.0, contrastive_loss_weight=1.0,
)
optimizer = torch.optim.Adam(coca.parameters(), lr=1e-3)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    text = torch.from_numpy(rng.integers(1, 40, (3, 12)))
    images = torch.from_numpy(rng.standard_normal((3, 3, 16, 16)).astype(np.float32))
    optimizer.zero_grad()
    loss = coca(text=text, images=images, return_loss=True)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
