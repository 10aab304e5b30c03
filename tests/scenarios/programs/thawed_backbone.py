"""A trainer freezes the backbone for two epochs, and the head for the last one: clipped gradients,
a scheduler, weight decay, and an optimizer of two groups that is made once."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.cuda.amp import GradScaler

losses = []


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(6, 8, bias=False), nn.BatchNorm1d(8), nn.Tanh())
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        return self.head(self.backbone(x))


class Trainer:
    def __init__(self, model, epochs):
        self.model = model
        self.epochs = epochs
        self.scaler = GradScaler()
        for param in self.model.backbone.parameters():
            param.requires_grad = False
        self.optimizer = torch.optim.AdamW(
            [
                {"params": self.model.backbone.parameters(), "lr": 0.01},
                {"params": self.model.head.parameters()},
            ],
            lr=0.05,
            weight_decay=0.1,
        )
        self.scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(self.optimizer, epochs)

    def begin(self, epoch):
        if epoch == 2:
            for param in self.model.backbone.parameters():
                param.requires_grad = True
        if epoch == 5:
            for param in self.model.head.parameters():
                param.requires_grad = False

    def fit(self, batches):
        for epoch in range(self.epochs):
            self.begin(epoch)
            for x, y in batches:
                self.optimizer.zero_grad()
                loss = F.cross_entropy(self.model(x), y)
                self.scaler.scale(loss).backward()
                self.scaler.unscale_(self.optimizer)
                torch.nn.utils.clip_grad_norm_(self.model.parameters(), 0.5)
                self.scaler.step(self.optimizer)
                self.scaler.update()
                losses.append(loss.item())
            self.scheduler.step()


numbers = np.random.RandomState(0)
batches = []
for _ in range(4):
    x = numbers.randn(8, 6).astype(np.float32)
    batches.append((torch.from_numpy(x), torch.from_numpy(np.abs(x[:, 0]).astype(np.int64) % 3)))
trainer = Trainer(Classifier(), 6)
trainer.fit(batches)
