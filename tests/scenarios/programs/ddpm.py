"""Denoising diffusion: a small U-Net with time embeddings learns to predict the noise."""

import math
from functools import partial

import numpy as np
import torch
import torch.nn.functional as F
from torch import einsum, nn
from torch.optim import Adam


def default(value, otherwise):
    if value is not None:
        return value
    return otherwise() if callable(otherwise) else otherwise


def pick(table, t, like):
    """The value of each item's time step, with unit axes for broadcasting."""
    b, *_ = t.shape
    return table.gather(-1, t).reshape(b, *((1,) * (len(like) - 1)))


def linear_schedule(steps):
    scale = 1000 / steps
    return torch.linspace(scale * 0.0001, scale * 0.02, steps, dtype=torch.float64)


class Residual(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn

    def forward(self, x, *args, **kwargs):
        return x + self.fn(x, *args, **kwargs)


class TimeEmbedding(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, t):
        half = self.dim // 2
        rates = torch.exp(torch.arange(half, device=t.device) * -(math.log(10000) / (half - 1)))
        angles = t[:, None] * rates[None, :]
        return torch.cat((angles.sin(), angles.cos()), dim=-1)


class Block(nn.Module):
    def __init__(self, dim, dim_out, *, time_dim=None, groups=4):
        super().__init__()
        self.mlp = nn.Sequential(nn.SiLU(), nn.Linear(time_dim, dim_out * 2)) if time_dim else None
        self.proj = nn.Conv2d(dim, dim_out, 3, padding=1)
        self.norm = nn.GroupNorm(groups, dim_out)
        self.act = nn.SiLU()
        self.shortcut = nn.Conv2d(dim, dim_out, 1) if dim != dim_out else nn.Identity()

    def forward(self, x, t=None):
        h = self.norm(self.proj(x))
        if self.mlp is not None and t is not None:
            scale, shift = self.mlp(t)[:, :, None, None].chunk(2, dim=1)
            h = h * (scale + 1) + shift
        return self.act(h) + self.shortcut(x)


class Attention(nn.Module):
    def __init__(self, dim, heads=2, dim_head=4):
        super().__init__()
        self.scale = dim_head**-0.5
        self.heads = heads
        self.norm = nn.GroupNorm(1, dim)
        self.to_qkv = nn.Conv2d(dim, dim_head * heads * 3, 1, bias=False)
        self.to_out = nn.Conv2d(dim_head * heads, dim, 1)

    def forward(self, x):
        b, c, h, w = x.shape
        qkv = self.to_qkv(self.norm(x)).chunk(3, dim=1)
        q, k, v = map(lambda part: part.reshape(b, self.heads, -1, h * w), qkv)
        similarity = einsum("b h d i, b h d j -> b h i j", q * self.scale, k)
        similarity = similarity - similarity.amax(dim=-1, keepdim=True).detach()
        out = einsum("b h i j, b h d j -> b h i d", similarity.softmax(dim=-1), v)
        return self.to_out(out.permute(0, 1, 3, 2).reshape(b, -1, h, w))


class Unet(nn.Module):
    def __init__(self, dim, mults=(1, 2), channels=1):
        super().__init__()
        self.channels = channels
        self.first = nn.Conv2d(channels, dim, 3, padding=1)
        dims = [dim, *map(lambda m: dim * m, mults)]
        pairs = list(zip(dims[:-1], dims[1:]))
        block = partial(Block, groups=2)
        time_dim = dim * 2
        self.time_mlp = nn.Sequential(TimeEmbedding(dim), nn.Linear(dim, time_dim), nn.GELU())

        self.downs = nn.ModuleList([])
        self.ups = nn.ModuleList([])
        for index, (narrow, wide) in enumerate(pairs):
            last = index == len(pairs) - 1
            down = (
                nn.Conv2d(narrow, wide, 3, padding=1) if last else nn.Conv2d(narrow, wide, 4, 2, 1)
            )
            self.downs.append(nn.ModuleList([block(narrow, narrow, time_dim=time_dim), down]))
        self.middle = block(dims[-1], dims[-1], time_dim=time_dim)
        self.attention = Residual(Attention(dims[-1]))
        for index, (narrow, wide) in enumerate(reversed(pairs)):
            up = nn.Identity()
            if index < len(pairs) - 1:
                up = nn.Upsample(scale_factor=2, mode="nearest")
            up = nn.Sequential(up, nn.Conv2d(wide, narrow, 3, padding=1))
            self.ups.append(nn.ModuleList([block(wide + narrow, wide, time_dim=time_dim), up]))
        self.last = nn.Conv2d(dim * 2, channels, 1)

    def forward(self, x, time):
        x = self.first(x)
        start = x.clone()
        t = self.time_mlp(time)
        skips = []
        for block, down in self.downs:
            x = block(x, t)
            skips.append(x)
            x = down(x)
        x = self.attention(self.middle(x, t))
        for block, up in self.ups:
            x = block(torch.cat((x, skips.pop()), dim=1), t)
            x = up(x)
        return self.last(torch.cat((x, start), dim=1))


class Diffusion(nn.Module):
    def __init__(self, model, *, image_size, steps=1000, kind="l1"):
        super().__init__()
        self.model = model
        self.image_size = image_size
        betas = linear_schedule(steps)
        kept = torch.cumprod(1.0 - betas, dim=0)
        before = F.pad(kept[:-1], (1, 0), value=1.0)
        (self.steps,) = betas.shape
        self.kind = kind

        buffer = lambda name, value: self.register_buffer(name, value.to(torch.float32))
        buffer("betas", betas)
        buffer("kept_before", before)
        buffer("signal", torch.sqrt(kept))
        buffer("noise", torch.sqrt(1.0 - kept))

    @property
    def loss_fn(self):
        if self.kind == "l1":
            return F.l1_loss
        if self.kind == "l2":
            return F.mse_loss
        raise ValueError(f"no loss is called {self.kind}")

    def q_sample(self, x, t, noise=None):
        noise = default(noise, lambda: torch.randn_like(x))
        return pick(self.signal, t, x.shape) * x + pick(self.noise, t, x.shape) * noise

    def forward(self, x, t, noise=None):
        b, c, h, w = x.shape
        assert h == self.image_size and w == self.image_size
        x = x * 2 - 1
        noise = default(noise, lambda: torch.randn_like(x))
        predicted = self.model(self.q_sample(x=x, t=t, noise=noise), t)
        loss = self.loss_fn(predicted, noise, reduction="none")
        return loss.flatten(1).mean(dim=1).mean()


rng = np.random.default_rng(37)
diffusion = Diffusion(Unet(dim=4, mults=(1, 2)), image_size=8, steps=50, kind="l2")
optimizer = Adam(diffusion.parameters(), lr=8e-4, betas=(0.9, 0.99))
losses = []
for step in range(20):
    optimizer.zero_grad()
    batch = torch.from_numpy(rng.random((3, 1, 8, 8)).astype("float32"))
    t = torch.from_numpy(rng.integers(0, diffusion.steps, 3)).long()
    loss = diffusion(batch, t)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
