"""Training on adversarial examples: several steps along the sign of the gradient by the input."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(6, 16)
        self.norm = nn.BatchNorm1d(16)
        self.fc2 = nn.Linear(16, 3)

    def forward(self, x):
        return self.fc2(F.relu(self.norm(self.fc1(x))))


def attack(model, images, labels, eps=0.3, alpha=0.1, steps=3):
    adv_images = images.clone().detach()
    adv_images = adv_images + torch.rand_like(adv_images) * eps
    for _ in range(steps):
        adv_images.requires_grad = True
        outputs = model(adv_images)
        cost = F.cross_entropy(outputs, labels)
        grad = torch.autograd.grad(cost, adv_images, retain_graph=False, create_graph=False)[0]
        adv_images = adv_images.detach() + alpha * grad.sign()
        delta = torch.clamp(adv_images - images, min=-eps, max=eps)
        adv_images = (images + delta).detach()
    return adv_images


rng = np.random.default_rng(8)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
losses = []
for step in range(25):
    x = torch.from_numpy(rng.standard_normal((10, 6)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 10))
    model.train()
    adv = attack(model, x, y)
    loss = F.cross_entropy(model(adv), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
