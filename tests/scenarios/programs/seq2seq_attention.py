"""Sequence to sequence with additive attention and teacher forcing."""

import math
import random
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor, optim

PAD, START, END = 0, 1, 2


class Encoder(nn.Module):
    def __init__(self, vocab: int, emb_dim: int, hidden: int, dropout: float):
        super().__init__()
        self.embedding = nn.Embedding(vocab, emb_dim)
        self.rnn = nn.GRU(emb_dim, hidden, bidirectional=True)
        self.fc = nn.Linear(hidden * 2, hidden)
        self.dropout = nn.Dropout(dropout)

    def forward(self, source: Tensor) -> tuple[Tensor, Tensor]:
        outputs, hidden = self.rnn(self.dropout(self.embedding(source)))
        return outputs, torch.tanh(self.fc(torch.cat((hidden[-2, :, :], hidden[-1, :, :]), dim=1)))


class Attention(nn.Module):
    def __init__(self, hidden: int, attn_dim: int):
        super().__init__()
        self.size = hidden * 3
        self.attn = nn.Linear(self.size, attn_dim)
        self.v = nn.Linear(attn_dim, 1, bias=False)

    def forward(self, state: Tensor, encoded: Tensor) -> Tensor:
        repeated = state.unsqueeze(1).repeat(1, encoded.shape[0], 1)
        energy = torch.tanh(self.attn(torch.cat((repeated, encoded.permute(1, 0, 2)), dim=2)))
        return F.softmax(self.v(energy).squeeze(2), dim=1)


class Decoder(nn.Module):
    def __init__(self, vocab: int, emb_dim: int, hidden: int, dropout: float, attention: nn.Module):
        super().__init__()
        self.attention = attention
        self.embedding = nn.Embedding(vocab, emb_dim)
        self.rnn = nn.GRU(hidden * 2 + emb_dim, hidden)
        self.out = nn.Linear(self.attention.size + emb_dim, vocab)
        self.dropout = nn.Dropout(dropout)

    def _context(self, state: Tensor, encoded: Tensor) -> Tensor:
        weights = self.attention(state, encoded).unsqueeze(1)
        return torch.bmm(weights, encoded.permute(1, 0, 2)).permute(1, 0, 2)

    def forward(self, token: Tensor, state: Tensor, encoded: Tensor) -> tuple[Tensor, Tensor]:
        embedded = self.dropout(self.embedding(token.unsqueeze(0)))
        context = self._context(state, encoded)
        output, state = self.rnn(torch.cat((embedded, context), dim=2), state.unsqueeze(0))
        together = torch.cat((output.squeeze(0), context.squeeze(0), embedded.squeeze(0)), dim=1)
        return self.out(together), state.squeeze(0)


class Seq2Seq(nn.Module):
    def __init__(self, encoder: nn.Module, decoder: nn.Module, device: torch.device):
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder
        self.device = device

    def forward(self, source: Tensor, target: Tensor, teacher_forcing_ratio: float = 0.5) -> Tensor:
        outputs = []
        encoded, state = self.encoder(source)
        token = target[0, :]
        for t in range(1, target.shape[0]):
            output, state = self.decoder(token, state, encoded)
            outputs.append(output)
            teacher_force = random.random() < teacher_forcing_ratio
            best = output.argmax(1)
            token = target[t] if teacher_force else best
        assert outputs[0].size(0) == source.shape[1]
        return torch.stack(outputs)


def init_weights(m: nn.Module) -> None:
    for name, param in m.named_parameters():
        if "weight" in name:
            nn.init.normal_(param.data, mean=0, std=0.1)
        else:
            nn.init.constant_(param.data, 0)


def count_parameters(model: nn.Module) -> int:
    return sum(p.numel() for p in model.parameters() if p.requires_grad)


def train(model, batches, optimizer, criterion, clip):
    model.train()
    epoch_loss = 0
    for source, target in batches:
        optimizer.zero_grad()
        output = model(source, target)
        output = output.view(-1, output.shape[-1])
        target = target[1:].view(-1)
        loss = criterion(output, target)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        epoch_loss += loss.item()
        losses.append(loss.item())
    return epoch_loss / len(batches)


def evaluate(model, batches, criterion):
    model.eval()
    epoch_loss = 0
    with torch.no_grad():
        for source, target in batches:
            output = model(source, target, 0)
            output = output.view(-1, output.shape[-1])
            epoch_loss += criterion(output, target[1:].view(-1)).item()
    return epoch_loss / len(batches)


random.seed(3)
rng = np.random.default_rng(30)
batches = []
for _ in range(10):
    source = rng.integers(3, 14, (3, 4))
    ends = [np.full((1, 4), token) for token in (START, END)]
    target = np.concatenate([ends[0], source[::-1][:1] % 11 + 3, ends[1]])
    target[2, 2] = PAD
    batches.append((torch.from_numpy(source).long(), torch.from_numpy(target).long()))

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
attention = Attention(8, 4)
encoder = Encoder(14, 6, 8, 0.0)
decoder = Decoder(14, 6, 8, 0.0, attention)
model = Seq2Seq(encoder, decoder, device).to(device)
model.apply(init_weights)
print(f"{count_parameters(model):,} parameters")
optimizer = optim.Adam(model.parameters())
criterion = nn.CrossEntropyLoss(ignore_index=PAD)
losses = []
for epoch in range(2):
    start = time.time()
    train_loss = train(model, batches, optimizer, criterion, clip=1)
    losses.append(evaluate(model, batches[:1], criterion))
    print(f"{epoch + 1:02} {time.time() - start:.0f}s perplexity {math.exp(train_loss):7.3f}")
