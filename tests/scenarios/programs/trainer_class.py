"""A trainer that holds the network, the optimizer and the loss."""

import numpy as np
import torch
from torch import nn


class Regressor(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, x):
        return self.body(x).squeeze(-1)


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.01)
        self.loss_fn = nn.MSELoss()
        self.steps = 0

    def step(self, x, y):
        self.optimizer.zero_grad(set_to_none=True)
        prediction = self.model(x)
        loss = self.loss_fn(prediction, y)
        loss.backward()
        self.optimizer.step()
        self.steps += 1
        return loss.item(), prediction.detach()

    def fit(self, data, epochs):
        history = []
        self.model.train()
        for _ in range(epochs):
            for x, y in data:
                value, _ = self.step(x, y)
                history.append(value)
        return history


rng = np.random.default_rng(2)
data = []
for _ in range(5):
    x = rng.standard_normal((12, 6)).astype(np.float32)
    y = x[:, 0] * 0.5 - x[:, 1]
    data.append((torch.tensor(x), torch.tensor(y)))

trainer = Trainer(Regressor(16), lr=1e-2)
losses = trainer.fit(data, 4)
