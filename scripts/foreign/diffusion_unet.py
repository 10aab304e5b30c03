# packages: denoising-diffusion-pytorch ema-pytorch
# needs: einops accelerate pytorch-fid scipy tqdm packaging
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from denoising_diffusion_pytorch import GaussianDiffusion, Unet

torch.manual_seed(0)
model = Unet(dim=8, dim_mults=(1, 2), flash_attn=False, attn_heads=2, attn_dim_head=8)
diffusion = GaussianDiffusion(model, image_size=16, timesteps=20)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.random((2, 3, 16, 16)).astype(np.float32))
    t = torch.from_numpy(rng.integers(0, 20, (2,)))
    optimizer.zero_grad()
    loss = diffusion.p_losses(diffusion.normalize(x), t)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
