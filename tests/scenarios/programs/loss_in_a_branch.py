"""The network runs in any case, and its loss is computed where there is a step."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(6)
X = torch.from_numpy(rng.standard_normal((16, 8, 5)).astype(np.float32))
Y = torch.from_numpy(rng.integers(0, 3, (16, 8)).astype(np.int64))


class Model:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(5, 10, bias=False), nn.BatchNorm1d(10), nn.Linear(10, 3))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1, momentum=0.9)
        self.is_train = True
        self.weight = 0.0
        self.log = {}

    def run(self, x, y, number):
        self.net.train(self.is_train)
        self.optimizer.zero_grad()
        # what the network gives
        self.output = self.net(x + 0.1 * torch.randn_like(x))
        total = 0
        self.log = {"number": number}
        if self.is_train and number % 3 < 2:
            loss = F.cross_entropy(self.output, y)
            total += loss
            if self.weight > 0:
                total += self.weight * self.output.pow(2).mean()
            self.log["loss"] = loss.item()
            total.backward()
            self.optimizer.step()
        losses.append(float(self.output.detach().mean()))
        losses.append(self.log.get("loss", -1.0))


def epoch(net, optimizer, train):
    net.train(train)
    right = 0
    for x, y in zip(X, Y):
        optimizer.zero_grad()
        out = net(x)
        if train:
            loss = 0
            for part, label in zip(out.chunk(2), y.chunk(2)):
                loss += F.cross_entropy(part, label)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        else:
            right += (out.argmax(1) == y).float().mean().item()
    losses.append(right)


losses = []
model = Model()
for number, (x, y) in enumerate(zip(X, Y)):
    model.weight = 0.01 * (number % 4)
    model.is_train = number < 12
    model.run(x, y, number)
epoch(model.net, model.optimizer, True)
epoch(model.net, model.optimizer, False)
