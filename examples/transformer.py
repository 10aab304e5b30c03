"""A small Transformer encoder for sequences, in plain PyTorch."""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class PositionalEncoding(nn.Module):
    def __init__(self, dim: int, max_len: int = 512):
        super().__init__()
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, dim, 2) * (-math.log(10000.0) / dim))
        table = torch.zeros(max_len, dim)
        table[:, 0::2] = torch.sin(position * div_term)
        table[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("table", table)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.table[: x.size(1)]


class SelfAttention(nn.Module):
    def __init__(self, dim: int, heads: int, dropout: float = 0.1):
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.qkv = nn.Linear(dim, dim * 3)
        self.out = nn.Linear(dim, dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        batch, length, dim = x.shape
        qkv = self.qkv(x).reshape(batch, length, 3, self.heads, dim // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        scores = (q @ k.transpose(-2, -1)) * self.scale
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float("-inf"))
        weights = self.dropout(F.softmax(scores, dim=-1))
        out = torch.matmul(weights, v).transpose(1, 2).contiguous().view(batch, length, dim)
        return self.out(out)


class EncoderLayer(nn.Module):
    def __init__(self, dim: int, heads: int, hidden: int, dropout: float = 0.1):
        super().__init__()
        self.norm1 = nn.LayerNorm(dim)
        self.attention = SelfAttention(dim, heads, dropout)
        self.norm2 = nn.LayerNorm(dim)
        self.feed_forward = nn.Sequential(
            nn.Linear(dim, hidden),
            nn.GELU(),
            nn.Dropout(dropout),
            nn.Linear(hidden, dim),
        )
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attention(self.norm1(x), mask))
        return x + self.dropout(self.feed_forward(self.norm2(x)))


class TransformerEncoder(nn.Module):
    def __init__(
        self,
        vocabulary: int = 1000,
        dim: int = 64,
        heads: int = 4,
        layers: int = 2,
        hidden: int = 128,
        classes: int = 5,
        dropout: float = 0.1,
    ):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, dim)
        self.position = PositionalEncoding(dim)
        self.layers = nn.ModuleList(
            [EncoderLayer(dim, heads, hidden, dropout) for _ in range(layers)]
        )
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, classes)

    def forward(self, ids: Tensor, mask=None) -> Tensor:
        x = self.embedding(ids) * math.sqrt(self.embedding.embedding_dim)
        x = self.position(x)
        for layer in self.layers:
            x = layer(x, mask)
        pooled = self.norm(x).mean(dim=1)
        return self.head(pooled)


if __name__ == "__main__":
    torch.manual_seed(0)
    model = TransformerEncoder()
    model.eval()
    ids = torch.randint(0, 1000, (2, 16))
    with torch.no_grad():
        logits = model(ids)
    print("logits", tuple(logits.shape))
