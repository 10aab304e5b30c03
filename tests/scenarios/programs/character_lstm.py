"""A character model whose state goes from batch to batch: each part of it without its graph."""

import numpy as np
import torch
from torch import nn

TEXT = "the quick brown fox jumps over the lazy dog, and the dog sleeps on. " * 3
CHARACTERS = sorted(set(TEXT))
losses = []


class CharacterLSTM(nn.Module):
    def __init__(self, size=12, layers=2):
        super().__init__()
        self.size, self.layers = size, layers
        self.lstm = nn.LSTM(len(CHARACTERS), size, layers, batch_first=True)
        self.fc = nn.Linear(size, len(CHARACTERS))

    def forward(self, x, state):
        out, state = self.lstm(x, state)
        out = out.contiguous().view(-1, self.size)
        return self.fc(out), state

    def begin(self, count):
        weight = next(self.parameters()).data
        return (
            weight.new(self.layers, count, self.size).zero_(),
            weight.new(self.layers, count, self.size).zero_(),
        )


def batches(rows, steps):
    codes = np.array([CHARACTERS.index(c) for c in TEXT])
    codes = codes[: len(codes) // rows * rows].reshape(rows, -1)
    for start in range(0, codes.shape[1] - steps, steps):
        x = np.eye(len(CHARACTERS), dtype=np.float32)[codes[:, start : start + steps]]
        yield x, codes[:, start + 1 : start + steps + 1]


def train(net, epochs=4, rows=4, steps=8):
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    criterion = nn.CrossEntropyLoss()
    for _ in range(epochs):
        state = net.begin(rows)
        for x, y in batches(rows, steps):
            inputs, targets = torch.from_numpy(x), torch.from_numpy(y)
            state = tuple([each.data for each in state])
            net.zero_grad()
            out, state = net(inputs, state)
            loss = criterion(out, targets.reshape(rows * steps))
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5)
            optimizer.step()
            losses.append(loss.item())


train(CharacterLSTM())
