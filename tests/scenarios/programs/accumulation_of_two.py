"""Gradients of several batches add up for two optimizers that step side by side."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 8)
        self.rnn = nn.GRU(8, 8, batch_first=True)

    def forward(self, x):
        return self.rnn(self.embed(x))[1][0]


encoder = Encoder()
head = nn.Linear(8, 3)
encoder_optimizer = torch.optim.Adam(encoder.parameters(), lr=0.02)
head_optimizer = torch.optim.SGD(head.parameters(), lr=0.3, momentum=0.9)

encoder_optimizer.zero_grad()
head_optimizer.zero_grad()
for step in range(24):
    x = torch.from_numpy(rng.integers(0, 10, (6, 5)))
    y = torch.from_numpy(rng.integers(0, 3, 6))
    loss = F.cross_entropy(head(encoder(x)), y) / 3
    loss.backward()
    losses.append(loss.item())
    if (step + 1) % 3 == 0:
        encoder_optimizer.step()
        head_optimizer.step()
        encoder_optimizer.zero_grad()
        head_optimizer.zero_grad()
