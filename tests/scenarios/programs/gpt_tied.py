"""A small GPT in one file: tied embeddings, weight decay by dimension, a dataclass as its config."""

import math
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn as nn
from torch.nn import functional as F


class LayerNorm(nn.Module):
    """A LayerNorm whose bias can be left out."""

    def __init__(self, dim, bias):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim)) if bias else None

    def forward(self, x):
        return F.layer_norm(x, self.weight.shape, self.weight, self.bias, 1e-5)


class Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        assert config.width % config.heads == 0
        self.qkv = nn.Linear(config.width, 3 * config.width, bias=config.bias)
        self.c_proj = nn.Linear(config.width, config.width, bias=config.bias)
        self.dropout = nn.Dropout(config.dropout)
        self.heads, self.width = config.heads, config.width
        mask = torch.tril(torch.ones(config.block_size, config.block_size))
        self.register_buffer("mask", mask.view(1, 1, config.block_size, config.block_size))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.qkv(x).split(self.width, dim=2)
        k = k.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        q = q.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        v = v.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        scores = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        scores = scores.masked_fill(self.mask[:, :, :T, :T] == 0, float("-inf"))
        y = self.dropout(F.softmax(scores, dim=-1)) @ v
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return self.c_proj(y)


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.ln_1 = LayerNorm(config.width, bias=config.bias)
        self.attn = Attention(config)
        self.ln_2 = LayerNorm(config.width, bias=config.bias)
        self.c_fc = nn.Linear(config.width, 4 * config.width, bias=config.bias)
        self.gelu = nn.GELU()
        self.c_proj = nn.Linear(4 * config.width, config.width, bias=config.bias)

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.c_proj(self.gelu(self.c_fc(self.ln_2(x))))


@dataclass
class GPTConfig:
    block_size: int = 8
    vocab_size: int = 13
    layers: int = 1
    heads: int = 2
    width: int = 16
    dropout: float = 0.0
    bias: bool = False


class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        assert config.vocab_size is not None
        self.config = config
        self.transformer = nn.ModuleDict(
            dict(
                wte=nn.Embedding(config.vocab_size, config.width),
                wpe=nn.Embedding(config.block_size, config.width),
                h=nn.ModuleList([Block(config) for _ in range(config.layers)]),
                ln_f=LayerNorm(config.width, bias=config.bias),
            )
        )
        self.lm_head = nn.Linear(config.width, config.vocab_size, bias=False)
        self.transformer.wte.weight = self.lm_head.weight

        self.apply(self._init_weights)
        for name, p in self.named_parameters():
            if name.endswith("c_proj.weight"):
                torch.nn.init.normal_(p, mean=0.0, std=0.02 / math.sqrt(2 * config.layers))
        print("%d parameters" % self.count(embeddings=False))

    def count(self, embeddings=True):
        total = sum(p.numel() for p in self.parameters())
        return total if embeddings else total - self.transformer.wpe.weight.numel()

    def _init_weights(self, module):
        if isinstance(module, nn.Linear):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)
            if module.bias is not None:
                torch.nn.init.zeros_(module.bias)
        elif isinstance(module, nn.Embedding):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)

    def forward(self, ids, targets=None):
        b, t = ids.size()
        assert t <= self.config.block_size, f"{t} tokens are more than {self.config.block_size}"
        places = torch.arange(0, t, dtype=torch.long, device=ids.device)
        x = self.transformer.wte(ids) + self.transformer.wpe(places)
        for block in self.transformer.h:
            x = block(x)
        x = self.transformer.ln_f(x)
        if targets is None:
            return self.lm_head(x[:, [-1], :]), None
        logits = self.lm_head(x)
        loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)
        return logits, loss

    def configure_optimizers(self, weight_decay, lr, betas):
        params = {name: p for name, p in self.named_parameters()}
        params = {name: p for name, p in params.items() if p.requires_grad}
        groups = [
            {"params": [p for p in params.values() if p.dim() >= 2], "weight_decay": weight_decay},
            {"params": [p for p in params.values() if p.dim() < 2], "weight_decay": 0.0},
        ]
        return torch.optim.AdamW(groups, lr=lr, betas=betas)

    @torch.no_grad()
    def generate(self, ids, new_tokens, temperature=1.0, top_k=None):
        for _ in range(new_tokens):
            context = (
                ids if ids.size(1) <= self.config.block_size else ids[:, -self.config.block_size :]
            )
            logits, _ = self(context)
            logits = logits[:, -1, :] / temperature
            if top_k is not None:
                best, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < best[:, [-1]]] = -float("Inf")
            following = F.softmax(logits, dim=-1).argmax(dim=-1, keepdim=True)
            ids = torch.cat((ids, following), dim=1)
        return ids


batch_size, block_size = 4, 8
top_lr, least_lr, warmup, steps = 1e-2, 1e-3, 4, 20
data = np.random.default_rng(50).integers(0, 13, 300)


def get_batch(step):
    starts = [(step * 31 + i * 17) % (len(data) - block_size - 1) for i in range(batch_size)]
    x = torch.stack([torch.from_numpy((data[i : i + block_size]).astype(np.int64)) for i in starts])
    y = torch.stack(
        [torch.from_numpy((data[i + 1 : i + 1 + block_size]).astype(np.int64)) for i in starts]
    )
    return x, y


def learning_rate(step):
    if step < warmup:
        return top_lr * (step + 1) / (warmup + 1)
    done = (step - warmup) / (steps - warmup)
    return least_lr + 0.5 * (1.0 + math.cos(math.pi * done)) * (top_lr - least_lr)


model = GPT(GPTConfig())
model.to("cpu")
optimizer = model.configure_optimizers(1e-1, top_lr, (0.9, 0.95))
losses = []
for step in range(steps):
    lr = learning_rate(step)
    for group in optimizer.param_groups:
        group["lr"] = lr
    X, Y = get_batch(step)
    logits, loss = model(X, Y)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    losses.append(loss.item())
model.eval()
losses.extend(float(i) for i in model.generate(X[:1, :3], 4, top_k=5)[0].tolist())
