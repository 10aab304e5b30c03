"""Steps without an optimizer: a network's parameters and single tensors are changed by hand.

The networks that are trained by hand follow one that an optimizer trains.
"""

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


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.lr = lr
        self.velocity = [torch.zeros_like(p) for p in model.parameters()]

    def step(self, x, y):
        self.model.zero_grad()
        loss = F.mse_loss(self.model(x), y)
        loss.backward()
        with torch.no_grad():
            for p, v in zip(self.model.parameters(), self.velocity):
                v.mul_(0.9).add_(p.grad)
                p -= self.lr * v
        return loss.item()


def train(model, optimizer):
    for x, y in zip(X, Y):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())


def follow(teacher, student):
    for x in X:
        loss = F.mse_loss(student(x), teacher(x).detach())
        loss.backward()
        torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        norms = {name: p.grad.norm().item() for name, p in student.named_parameters()}
        for p in student.parameters():
            p.data.add_(p.grad, alpha=-0.05)
            p.grad.zero_()
        losses.append(loss.item())
        losses.append(norms["fc1.weight"])


def train_by_hand(model):
    for x, y in zip(X, Y):
        for p in model.parameters():
            if p.grad is not None:
                p.grad.zero_()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        for i, p in enumerate(model.parameters()):
            p.data -= 0.05 / (i + 1) * p.grad.data
        losses.append(loss.item())


def regress(start):
    w = torch.tensor(start, requires_grad=True)
    b = torch.zeros(1)
    b.requires_grad_()
    seen = []

    def linear(x):
        return x @ w + b

    for x, y in zip(X, Y):
        loss = ((linear(x) - y) ** 2).mean()
        loss.backward()
        losses.append(w.grad.abs().sum().item())
        with torch.no_grad():
            w -= 0.05 * w.grad
            b.sub_(0.05 * b.grad)
        w.grad.zero_()
        b.grad = None
        seen.append(w.detach())
        losses.append(loss.item())
    return seen[0]


losses = []
teacher, student, follower, last = Net(), Net(), Net(), Net()
optimizer = torch.optim.SGD(teacher.parameters(), lr=0.05)
train(teacher, optimizer)
follow(teacher, student)
trainer = Trainer(follower, 0.02)
for x, y in zip(X, Y):
    losses.append(trainer.step(x, y))
train_by_hand(last)
losses.append(regress(rng.standard_normal((5, 1)).astype(np.float32)).sum().item())
