"""A trainer with autocast, a scaler that may be off, accumulation, and evaluation."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(3)
X = torch.from_numpy(rng.standard_normal((10, 8, 5)).astype(np.float32))
Y = torch.from_numpy(rng.standard_normal((10, 8, 1)).astype(np.float32))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(5, 12)
        self.fc2 = nn.Linear(12, 1)

    def forward(self, x):
        return self.fc2(F.relu(self.fc1(x)))


losses = []
model = Net()
criterion = nn.MSELoss()
class Trainer:
    def __init__(self, model, grad_clip=1.0, accum=2):
        self.model = model
        self.grad_clip = grad_clip
        self.accum = accum
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
        self.scaler = torch.amp.GradScaler("cuda", enabled=torch.cuda.is_available())

    def train_epoch(self):
        self.model.train()
        self.optimizer.zero_grad(set_to_none=True)
        for i, (x, y) in enumerate(zip(X, Y)):
            with torch.amp.autocast("cuda", dtype=torch.bfloat16):
                out = self.model(x)
                loss = F.mse_loss(out, y)
                loss = loss / self.accum
            self.scaler.scale(loss).backward()
            if (i + 1) % self.accum == 0:
                if self.grad_clip:
                    self.scaler.unscale_(self.optimizer)
                    torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.grad_clip)
                self.scaler.step(self.optimizer)
                self.scaler.update()
                self.optimizer.zero_grad(set_to_none=True)
            losses.append(loss.item() * self.accum)

    @torch.no_grad()
    def evaluate(self):
        self.model.eval()
        total = 0.0
        for x, y in zip(X, Y):
            with torch.amp.autocast("cuda"):
                total += F.mse_loss(self.model(x), y).item()
        return total / len(X)


trainer = Trainer(model)
for epoch in range(3):
    trainer.train_epoch()
    losses.append(trainer.evaluate())
