"""Encoder and decoder with an optimizer each, and one loss for both, summed over time."""

import numpy as np
import torch
import torch.nn as nn
from torch import optim


class Encoder(nn.Module):
    def __init__(self, size, hidden):
        super().__init__()
        self.embedding = nn.Embedding(size, hidden)
        self.linear = nn.Linear(hidden, hidden)

    def forward(self, x):
        return torch.tanh(self.linear(self.embedding(x).mean(1)))


class Decoder(nn.Module):
    def __init__(self, size, hidden):
        super().__init__()
        self.cell = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, size)

    def forward(self, hidden):
        hidden = torch.tanh(self.cell(hidden))
        return self.out(hidden), hidden


def train(source, target, encoder, decoder, encoder_optimizer, decoder_optimizer, criterion):
    encoder_optimizer.zero_grad()
    decoder_optimizer.zero_grad()

    loss = 0
    hidden = encoder(source)
    for di in range(target.shape[1]):
        output, hidden = decoder(hidden)
        loss += criterion(output, target[:, di])

    loss.backward()

    encoder_optimizer.step()
    decoder_optimizer.step()

    return loss.item() / target.shape[1]


rng = np.random.default_rng(12)
pairs = [
    (torch.from_numpy(rng.integers(0, 9, (4, 6))), torch.from_numpy(rng.integers(0, 9, (4, 3))))
    for _ in range(10)
]
encoder = Encoder(9, 8)
decoder = Decoder(9, 8)
encoder_optimizer = optim.SGD(encoder.parameters(), lr=0.1)
decoder_optimizer = optim.SGD(decoder.parameters(), lr=0.05)
criterion = nn.CrossEntropyLoss()
losses = []
for epoch in range(2):
    for source, target in pairs:
        losses.append(
            train(source, target, encoder, decoder, encoder_optimizer, decoder_optimizer, criterion)
        )
