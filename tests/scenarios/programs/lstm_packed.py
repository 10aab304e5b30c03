"""A bidirectional LSTM classifies sequences of several lengths, packed by their lengths."""

import numpy as np
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset


class ReviewDataset(Dataset):
    def __init__(self, size, seed):
        rng = np.random.RandomState(seed)
        self.samples = []
        for _ in range(size):
            tokens = rng.randint(1, 20, rng.randint(1, 4))
            self.samples.append((tokens, int(tokens.mean() > 10)))

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, i):
        tokens, label = self.samples[i]
        return torch.tensor(tokens, dtype=torch.long), label


def collate(batch):
    batch.sort(key=lambda pair: len(pair[0]), reverse=True)
    texts, labels = zip(*batch)
    lengths = torch.tensor([len(text) for text in texts])
    padded = pad_sequence(texts, batch_first=True, padding_value=0)
    return padded, lengths, torch.tensor(labels, dtype=torch.float)


class Encoder(nn.Module):
    """All outputs of the sequences, padded to one length, and the last states of both directions."""

    def __init__(self, size, hidden, layers, dropout):
        super().__init__()
        self.rnn = nn.LSTM(
            size, hidden, num_layers=layers, bidirectional=True, dropout=dropout, batch_first=True
        )

    def forward(self, x, lengths, total_length):
        packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True)
        self.rnn.flatten_parameters()
        output, (hidden, _) = self.rnn(packed)
        output, _ = pad_packed_sequence(output, batch_first=True, total_length=total_length)
        return output, torch.cat((hidden[-2, :, :], hidden[-1, :, :]), dim=1)


class Reader(nn.Module):
    """A second layer reads the outputs backwards sorted: lengths in any order."""

    def __init__(self, vocab, size, hidden):
        super().__init__()
        self.embedding = nn.Embedding(vocab, size, padding_idx=0)
        self.encoder = Encoder(size, hidden, 1, 0.0)
        self.pool = nn.GRU(hidden * 2, hidden, batch_first=True)
        self.fc = nn.Linear(hidden * 3, 1)
        self.dropout = nn.Dropout(0.0)

    def forward(self, text, lengths):
        embedded = self.dropout(self.embedding(text))
        output, hidden = self.encoder(embedded, lengths, total_length=4)
        flipped = torch.flip(lengths, dims=[0])
        packed = pack_padded_sequence(
            torch.flip(output, dims=[0]), flipped, batch_first=True, enforce_sorted=False
        )
        _, pooled = self.pool(packed)
        features = torch.cat((hidden, torch.flip(pooled[-1], dims=[0])), dim=1)
        return self.fc(self.dropout(features)).squeeze(1)


def accuracy(logits, labels):
    predicted = torch.round(torch.sigmoid(logits))
    return (predicted == labels).float().mean()


loader = DataLoader(ReviewDataset(40, 43), batch_size=4, collate_fn=collate)
model = Reader(20, 5, 4)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
criterion = nn.BCEWithLogitsLoss()
losses = []
for epoch in range(2):
    right = 0
    model.train()
    for text, lengths, label in loader:
        optimizer.zero_grad()
        logits = model(text, lengths)
        loss = criterion(logits, label)
        loss.backward()
        optimizer.step()
        right += accuracy(logits, label).item()
        losses.append(loss.item())
    losses.append(right / len(loader))
    print(f"epoch {epoch}: {right / len(loader) * 100:.2f}%")
