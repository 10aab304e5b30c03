"""Convolutions over word vectors; the loop shows its progress, stops early, and keeps the best."""

from copy import deepcopy

import numpy as np
import torch
from torch.nn import *
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset, random_split

try:
    from tqdm import tqdm
except ImportError:

    class tqdm:
        def __init__(self, iterable, **kwargs):
            self.iterable = iterable

        def __iter__(self):
            return iter(self.iterable)

        def set_postfix(self, **kwargs):
            pass


class TextCNN(Module):
    def __init__(self, vocab, dim, n_filters, filter_sizes, classes, dropout=0.0):
        super().__init__()
        self.embedding = Embedding(vocab, dim)
        self.convs = ModuleList([Conv2d(1, n_filters, (size, dim)) for size in filter_sizes])
        self.fc = Linear(len(filter_sizes) * n_filters, classes)
        self.dropout = Dropout(dropout)

    def forward(self, text):
        embedded = self.embedding(text).unsqueeze(1)
        conved = [F.relu(conv(embedded)).squeeze(3) for conv in self.convs]
        pooled = [F.max_pool1d(conv, conv.shape[2]).squeeze(2) for conv in conved]
        return self.fc(self.dropout(torch.cat(pooled, dim=1)))


def run_epoch(model, loader, criterion, optimizer=None):
    training = optimizer is not None
    model.train(training)
    total, hits, count = 0.0, 0, 0
    progress = tqdm(loader, desc="train" if training else "valid", leave=False)
    with torch.set_grad_enabled(training):
        for text, label in progress:
            output = model(text)
            loss = criterion(output, label)
            if training:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            hits += (output.argmax(1) == label).sum().item()
            count += len(label)
            total += loss.item() * len(label)
            losses.append(loss.item())
            progress.set_postfix(loss=f"{loss.item():.4f}", acc=f"{hits / count:.3f}")
    return total / count, hits / count


rng = np.random.default_rng(51)
texts = torch.from_numpy(rng.integers(0, 15, (60, 7)))
labels = (texts[:, 0] > 7).long() + (texts[:, 1] > 7).long()
train_set, valid_set = TensorDataset(texts[:48], labels[:48]), TensorDataset(texts[48:], labels[48:])
train_loader = DataLoader(train_set, batch_size=6)
valid_loader = DataLoader(valid_set, batch_size=6)

losses = []
model = TextCNN(15, 8, 4, [2, 3, 4], 3)
criterion = CrossEntropyLoss(weight=torch.tensor([1.0, 0.5, 1.0]))
optimizer = torch.optim.NAdam(model.parameters(), lr=5e-3)
best, patience, best_state = float("inf"), 0, None
for epoch in range(3):
    train_loss, train_acc = run_epoch(model, train_loader, criterion, optimizer)
    valid_loss, valid_acc = run_epoch(model, valid_loader, criterion)
    if valid_loss < best:
        best, patience = valid_loss, 0
        best_state = deepcopy(model.state_dict())
    else:
        patience += 1
        if patience == 2:
            print("early stopping")
            break
model.load_state_dict(best_state)
losses.append(run_epoch(model, valid_loader, criterion)[0])
