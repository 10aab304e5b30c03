"""A trainer whose step method adds up gradients over several calls, with a clip and an average."""

import torch
import torch.nn.functional as F
from torch import nn


class Trainer:
    def __init__(self, model, lr=0.02, accumulate=2, clip=1.0):
        self.model = model
        self.accumulate = accumulate
        self.clip = clip
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, 3, gamma=0.5)
        self.average = {name: value.clone() for name, value in model.state_dict().items()}
        self.losses = []

    def training_step(self, number, batch):
        x, y = batch
        loss = F.mse_loss(self.model(x), y) / self.accumulate
        loss.backward()
        if (number + 1) % self.accumulate == 0:
            nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
            self.optimizer.step()
            self.optimizer.zero_grad()
            self.scheduler.step()
            self.update_average()
        return loss.item() * self.accumulate

    @torch.no_grad()
    def update_average(self, decay=0.9):
        for name, value in self.model.state_dict().items():
            self.average[name].mul_(decay).add_(value, alpha=1 - decay)

    def fit(self, batches, epochs):
        for _ in range(epochs):
            for number, batch in enumerate(batches):
                self.losses.append(self.training_step(number, batch))


def wave(*shape, speed):
    count = 1
    for size in shape:
        count *= size
    return torch.cos(torch.arange(count, dtype=torch.float32) * speed).reshape(shape)


model = nn.Sequential(nn.Linear(4, 16), nn.SiLU(), nn.Linear(16, 1))
trainer = Trainer(model)
trainer.fit([(wave(8, 4, speed=0.3 + i), wave(8, 1, speed=0.5 + i)) for i in range(4)], 5)
losses = trainer.losses + [float(value.sum()) for value in trainer.average.values()]
