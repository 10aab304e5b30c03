"""A sparse mixture of experts: each token goes to the best two, and a second loss balances them."""

from dataclasses import dataclass, field

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


@dataclass
class Config:
    dim: int = 8
    hidden_dim: int = 16
    num_experts: int = 3
    top_k: int = 2
    vocab: int = 11
    balance: float = 0.01
    betas: tuple = field(default=(0.9, 0.95))


class Expert(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.gate = nn.Linear(config.dim, config.hidden_dim, bias=False)
        self.up = nn.Linear(config.dim, config.hidden_dim, bias=False)
        self.down = nn.Linear(config.hidden_dim, config.dim, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.down(F.silu(self.gate(x)) * self.up(x))


class RMSNorm(nn.Module):
    def __init__(self, dim: int, eps: float = 1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        scale = torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + self.eps)
        return (x.float() * scale).type_as(x) * self.weight


class SparseLayer(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.num_experts, self.top_k = config.num_experts, config.top_k
        self.router = nn.Linear(config.dim, config.num_experts, bias=False)
        self.experts = nn.ModuleList(Expert(config) for _ in range(config.num_experts))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        shape = x.shape
        tokens = x.view(-1, shape[-1])
        logits = self.router(tokens)
        weights = F.softmax(logits, dim=1, dtype=torch.float)
        weights, chosen = torch.topk(weights, self.top_k, dim=-1)
        weights /= weights.sum(dim=-1, keepdim=True)
        weights = weights.to(x.dtype)

        result = torch.zeros_like(tokens)
        routed = F.one_hot(chosen, num_classes=self.num_experts).permute(2, 1, 0)
        for index, expert in enumerate(self.experts):
            place, token = torch.where(routed[index])
            out = expert(tokens[token]) * weights[token, place, None]
            result.index_add_(0, token, out.to(x.dtype))
        return result.reshape(shape), logits


def balance_loss(logits: torch.Tensor, num_experts: int, top_k: int) -> torch.Tensor:
    shares = F.softmax(logits, dim=-1)
    _, chosen = torch.topk(shares, top_k, dim=-1)
    used = F.one_hot(chosen, num_experts).float().mean(dim=0)
    return num_experts * torch.sum(used * shares.mean(dim=0).unsqueeze(0))


class MoE(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.embed = nn.Embedding(config.vocab, config.dim)
        self.norm = RMSNorm(config.dim)
        self.layer = SparseLayer(config)
        self.head = nn.Linear(config.dim, config.vocab, bias=False)

    def forward(self, ids):
        x = self.embed(ids)
        out, logits = self.layer(self.norm(x))
        return self.head(x + out), logits


def main():
    config = Config()
    rng = np.random.default_rng(41)
    model = MoE(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=config.betas, weight_decay=0.1)
    for step in range(20):
        tokens = torch.from_numpy(rng.integers(0, config.vocab, (2, 6)))
        targets = (tokens * 2 + 1) % config.vocab
        logits, router_logits = model(tokens)
        loss = F.cross_entropy(logits.reshape(-1, config.vocab), targets.reshape(-1))
        loss = loss + config.balance * balance_loss(router_logits, config.num_experts, config.top_k)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())


losses: list[float] = []

if __name__ == "__main__":
    main()
