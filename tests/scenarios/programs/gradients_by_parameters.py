"""Gradients by all parameters of a network: steps by hand, their norm, and whether two losses agree."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
rng = np.random.default_rng(0)


class Trainer:
    def __init__(self, net, lr):
        self.net, self.lr = net, lr
        self.opt = torch.optim.SGD(self.net.parameters(), lr=lr)

    def grads_of(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        return torch.autograd.grad(loss, self.net.parameters()), loss.item()

    def fit(self, data):
        params = list(self.net.parameters())
        for x, y in data:
            out = self.net(x)
            loss = F.mse_loss(out, y)
            grads = torch.autograd.grad(loss, params, retain_graph=False)
            norm = torch.sqrt(sum((g ** 2).sum() for g in grads))
            with torch.no_grad():
                for p, g in zip(params, grads):
                    p -= self.lr * g / (norm + 1e-6)
            losses.append(loss.item())
            losses.append(norm.item())

    def conflict(self, x, y, z):
        g1 = torch.autograd.grad(F.mse_loss(self.net(x), y), list(self.net.parameters()))
        h = self.net(x)
        l2 = F.l1_loss(h, z)
        g2 = torch.autograd.grad(l2, list(self.net.parameters()))
        flat1 = torch.cat([g.view(-1) for g in g1])
        flat2 = torch.cat([g.reshape(-1) for g in g2])
        return F.cosine_similarity(flat1, flat2, dim=0).item()


losses = []
net = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
t = Trainer(net, 0.1)
data = []
for it in range(10):
    x = torch.from_numpy(rng.standard_normal((8, 3)).astype(np.float32))
    data.append((x, x.sum(1, keepdim=True)))
t.fit(data)
for x, y in data:
    gs, l = t.grads_of(x, y)
    losses.append(sum(g.abs().sum().item() for g in gs))
    losses.append(l)
    losses.append(t.conflict(x, y, y * 2))
