"""A text classifier that also trains on attacked embeddings: their gradients say where to move them."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Attack:
    def __init__(self, model, epsilon=0.5, part="embed"):
        self.model = model
        self.epsilon = epsilon
        self.part = part
        self.kept = {}

    def apply(self):
        for name, param in self.model.named_parameters():
            if param.requires_grad and self.part in name:
                self.kept[name] = param.data.clone()
                length = torch.norm(param.grad)
                if length != 0 and not torch.isnan(length):
                    param.data.add_(self.epsilon * param.grad / length)

    def undo(self):
        for name, param in self.model.named_parameters():
            if name in self.kept:
                param.data = self.kept[name]
        self.kept = {}


class Classifier(nn.Module):
    def __init__(self, words=30, width=8, classes=3):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.norm = nn.LayerNorm(width)
        self.convs = nn.ModuleList([nn.Conv1d(width, 6, size) for size in (2, 3)])
        self.head = nn.Linear(12, classes)

    def forward(self, ids):
        x = self.norm(self.embed(ids)).transpose(1, 2)
        return self.head(torch.cat([F.relu(conv(x)).max(dim=2)[0] for conv in self.convs], dim=1))


def grouped(model, decay):
    free = ("bias", "norm.weight")
    named = list(model.named_parameters())
    return [
        {"params": [p for n, p in named if not any(f in n for f in free)], "weight_decay": decay},
        {"params": [p for n, p in named if any(f in n for f in free)], "weight_decay": 0.0},
    ]


def train(model, batches, epochs, attacked=True):
    optimizer = torch.optim.AdamW(grouped(model, 0.05), lr=0.01)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 4))
    attack = Attack(model)
    model.train()
    for epoch in range(epochs):
        for ids, labels in batches:
            loss = F.cross_entropy(model(ids), labels)
            loss.backward()
            if attacked:
                attack.apply()
                attacked_loss = F.cross_entropy(model(ids), labels)
                attacked_loss.backward()
                attack.undo()
                losses.append(attacked_loss.item())
            norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            losses.append(loss.item())
            losses.append(float(norm))


losses = []
rng = np.random.default_rng(4)
ids = torch.from_numpy(rng.integers(0, 30, (24, 7)))
labels = torch.from_numpy(rng.integers(0, 3, 24))
batches = [(ids[i : i + 8], labels[i : i + 8]) for i in range(0, 24, 8)]
train(Classifier(), batches, epochs=4)
