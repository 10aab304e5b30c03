"""A regression from scratch, as courses begin: the step is a function that is given the tensors.

Then a network whose gradients are clipped, limited and measured in functions between backward and
step.
"""

import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(5)
features = torch.from_numpy(rng.standard_normal((60, 2)).astype(np.float32))
labels = features @ torch.tensor([[2.0], [-3.4]]) + 4.2

w = torch.full((2, 1), 0.01, requires_grad=True)
b = torch.zeros(1, requires_grad=True)


def batches(size):
    for start in range(0, len(features), size):
        rows = torch.arange(start, min(start + size, len(features)))
        yield features[rows], labels[rows]


def linreg(X, w, b):
    return torch.matmul(X, w) + b


def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2


def sgd(params, lr, batch_size):
    with torch.no_grad():
        for param in params:
            param -= lr * param.grad / batch_size
            param.grad.zero_()


losses = []
lr, batch_size = 0.1, 10
net, loss = linreg, squared_loss
for epoch in range(3):
    for X, y in batches(batch_size):
        l = loss(net(X, w, b), y)
        l.sum().backward()
        sgd([w, b], lr, batch_size)
    with torch.no_grad():
        train_l = loss(net(features, w, b), labels)
        losses.append(float(train_l.mean()))
losses.append(float((w.reshape(2) - torch.tensor([2.0, -3.4])).abs().sum()))

scale = torch.ones(2, requires_grad=True)
shift = torch.zeros(2, requires_grad=True)
state = [torch.zeros(2), torch.zeros(2)]


def sgd_momentum(params, states, hyperparams):
    for p, v in zip(params, states):
        with torch.no_grad():
            v[:] = hyperparams["momentum"] * v + p.grad
            p[:] -= hyperparams["lr"] * v
        p.grad.data.zero_()


def fit(rounds):
    for X, y in batches(rounds):
        out = ((X * scale + shift).sum(1, keepdim=True) - y).pow(2).mean()
        out.backward()
        sgd_momentum([scale, shift], state, hyperparams={"lr": 0.02, "momentum": 0.5})
        losses.append(out.item())


fit(6)


def grad_clipping(model, theta):
    params = [p for p in model.parameters() if p.requires_grad]
    norm = torch.sqrt(sum(torch.sum((p.grad ** 2)) for p in params))
    if norm > theta:
        for param in params:
            param.grad[:] *= theta / norm


def limit(model, bound):
    for name, p in model.named_parameters():
        if "bias" in name:
            p.grad.data.clamp_(-bound, bound)


def gradient_norm(model):
    total = 0.0
    for p in model.parameters():
        if p.grad is not None:
            total += p.grad.data.norm(2).item() ** 2
    return total ** 0.5


model = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
criterion = nn.MSELoss(reduction="none")
trainer = torch.optim.SGD(
    [
        {"params": model[0].weight, "weight_decay": 0.01},
        {"params": model[0].bias},
        {"params": model[2].parameters()},
    ],
    lr=0.05,
)


def finely(model, trainer):
    for X, y in batches(15):
        trainer.zero_grad()
        l = criterion(model(X), y)
        l.mean().backward()
        trainer.step()
        losses.append(float(l.sum()))


finely(model, trainer)


class Course:
    def __init__(self, model, lr):
        self.model = model
        self.theta = 0.5
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)

    def clip(self, theta, model):
        for p in model.parameters():
            p.grad.mul_(theta)

    def epoch(self):
        for X, y in batches(12):
            l = criterion(self.model(X), y).mean()
            self.optimizer.zero_grad()
            with torch.no_grad():
                l.backward()
                if self.theta > 0:
                    self.clip(self.theta, self.model)
                self.optimizer.step()
            losses.append(l.item())


Course(model, 0.02).epoch()


def measured(model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for X, y in batches(12):
        optimizer.zero_grad()
        l = criterion(model(X), y).mean()
        l.backward()
        grad_clipping(model, 1)
        limit(model, 0.1)
        losses.append(gradient_norm(model))
        optimizer.step()
        losses.append(l.item())


measured(model)
