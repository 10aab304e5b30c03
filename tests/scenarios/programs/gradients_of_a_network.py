"""The gradients of a network are looked at: of single layers, of all of them, with and without a step."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
rng = np.random.default_rng(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(6, 16)
        self.norm = nn.LayerNorm(16)
        self.layers = nn.ModuleList([nn.Linear(16, 16) for _ in range(2)])
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        h = self.norm(self.embed(x))
        for layer in self.layers:
            h = h + torch.tanh(layer(h))
        return self.head(h)


def batch():
    x = torch.from_numpy(rng.standard_normal((8, 6)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 8))
    return x, y


def gradients(net, x, y):
    net.zero_grad()
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    return [p.grad.clone() for p in net.parameters()]


def importance(net, batches):
    found = {name: torch.zeros_like(p) for name, p in net.named_parameters()}
    net.eval()
    for x, y in batches:
        net.zero_grad()
        F.cross_entropy(net(x), y).backward()
        for name, p in net.named_parameters():
            found[name] += p.grad**2 / len(batches)
    return found


net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
losses = []
for step in range(12):
    x, y = batch()
    optimizer.zero_grad()
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    losses.append(net.head.weight.grad.norm().item())
    losses.append(net.norm.weight.grad.abs().max().item())
    losses.append(sum(layer.weight.abs().mean().item() for layer in net.layers))
    total = sum(p.grad.norm().item() ** 2 for p in net.parameters())
    losses.append(total)
    torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    losses.append(net.layers[0].bias.grad.norm().item())
    optimizer.step()
    losses.append(loss.item())

losses += [g.norm().item() for g in gradients(net, *batch())]
losses += [v.sum().item() for v in importance(net, [batch() for _ in range(3)]).values()]
