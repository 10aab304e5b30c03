"""Adversarial examples from the gradients that tensors carry: one step, and several with a delta."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(6, 16)
        self.fc2 = nn.Linear(16, 3)

    def forward(self, x):
        return self.fc2(torch.tanh(self.fc1(x)))


def fgsm(model, x, y, epsilon):
    x_adv = x.clone().detach()
    x_adv.requires_grad = True
    output = model(x_adv)
    loss = F.cross_entropy(output, y)
    model.zero_grad()
    loss.backward()
    data_grad = x_adv.grad.data
    return (x_adv + epsilon * data_grad.sign()).detach(), loss.item()


def pgd_linf(model, x, y, epsilon, alpha, steps):
    delta = torch.zeros_like(x, requires_grad=True)
    for _ in range(steps):
        loss = nn.CrossEntropyLoss()(model(x + delta), y)
        loss.backward()
        delta.data = (delta + alpha * delta.grad.detach().sign()).clamp(-epsilon, epsilon)
        delta.grad.zero_()
    return delta.detach()


rng = np.random.default_rng(8)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
losses = []
for step in range(25):
    x = torch.from_numpy(rng.standard_normal((10, 6)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 10))
    x_adv, clean = fgsm(model, x, y, 0.1)
    delta = pgd_linf(model, x, y, 0.2, 0.05, 3)
    loss = F.cross_entropy(model(x_adv), y) + F.cross_entropy(model(x + delta), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses += [clean, loss.item()]
