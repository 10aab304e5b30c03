"""An LSTM language model that carries its hidden state from batch to batch."""

import numpy as np
import torch
import torch.nn as nn

VOCABULARY, WIDTH, LENGTH, BATCH = 11, 8, 5, 3


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(VOCABULARY, WIDTH)
        self.rnn = nn.LSTM(WIDTH, WIDTH, batch_first=True)
        self.decoder = nn.Linear(WIDTH, VOCABULARY)

    def forward(self, x, hidden):
        output, hidden = self.rnn(self.embed(x), hidden)
        return self.decoder(output), hidden


def repackage(hidden):
    return tuple(h.detach() for h in hidden)


rng = np.random.default_rng(8)
corpus = torch.from_numpy(rng.integers(0, VOCABULARY, (BATCH, LENGTH * 10 + 1)))
model = Model()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
losses = []

for epoch in range(2):
    model.train()
    hidden = (torch.zeros(1, BATCH, WIDTH), torch.zeros(1, BATCH, WIDTH))
    for i in range(0, LENGTH * 10, LENGTH):
        data = corpus[:, i : i + LENGTH]
        targets = corpus[:, i + 1 : i + 1 + LENGTH].reshape(-1)
        optimizer.zero_grad()
        hidden = repackage(hidden)
        output, hidden = model(data, hidden)
        loss = criterion(output.reshape(-1, VOCABULARY), targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)
        optimizer.step()
        losses.append(loss.item())
