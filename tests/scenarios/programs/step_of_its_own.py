"""The losses are computed in one method, and another one, called from there, takes the step."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(5)
X = torch.from_numpy(rng.standard_normal((12, 8, 5)).astype(np.float32))
Y = torch.from_numpy(rng.standard_normal((12, 8, 2)).astype(np.float32))
losses = []


class Agent:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 2))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.01)
        self.clip = 0.5

    def learn(self, x, y):
        self.net.train()
        predicted = self.net(x)
        size = predicted.abs().mean()
        self._update(F.mse_loss(predicted, y) + 0.1 * size, clip=self.clip)
        return size.item()

    def _update(self, loss, clip):
        """One step."""
        self.optimizer.zero_grad()
        loss.backward()
        # not too far
        if clip > 0:
            nn.utils.clip_grad_norm_(self.net.parameters(), clip)
        self.optimizer.step()


class Plain:
    def __init__(self):
        self.model = nn.Linear(5, 2)
        self.opt = torch.optim.SGD(self.model.parameters(), lr=0.1, momentum=0.9)

    def fit(self, batches):
        for x, y in batches:
            error = F.mse_loss(self.model(x), y)
            last = self._step(error)
            losses.append(last)

    def _step(self, loss):
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


agent = Agent()
for x, y in zip(X, Y):
    losses.append(agent.learn(x, y))
Plain().fit(list(zip(X, Y)))
