"""Adversarial training in one loop: the attack's gradients by the inputs, then the step of the network."""

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


# what autograd does, first
t = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = (t**2).sum()
y.backward()
losses = [t.grad.sum().item()]

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
rng = np.random.default_rng(8)
model = Net().to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
epsilon, alpha = 0.2, 0.05
for step in range(25):
    x = torch.from_numpy(rng.standard_normal((10, 6)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 10))
    x, y = x.to(device), y.to(device)

    # several small steps of a delta
    delta = torch.zeros_like(x)
    for _ in range(3):
        delta.requires_grad_()
        loss = F.cross_entropy(model(x + delta), y)
        loss.backward()
        delta = (delta + alpha * delta.grad.sign()).clamp(-epsilon, epsilon).detach()

    # one large step
    x.requires_grad = True
    clean = F.cross_entropy(model(x), y)
    clean.backward()
    x_adv = (x + epsilon * x.grad.sign()).detach()

    optimizer.zero_grad()
    loss = 0.5 * F.cross_entropy(model(x.detach() + delta), y) + 0.5 * F.cross_entropy(model(x_adv), y)
    loss.backward()
    optimizer.step()
    losses += [clean.item(), loss.item()]
