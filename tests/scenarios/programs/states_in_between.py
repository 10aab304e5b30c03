"""Weights are changed between the steps of one optimizer: the best are loaded, averages are swapped
in and out, masks prune, the head starts again. The optimizer goes on training all of them."""

import copy

import numpy as np
import torch
import torch.nn as nn

rng = np.random.default_rng(5)
X = torch.from_numpy(rng.standard_normal((10, 8, 5)).astype(np.float32))
Y = torch.from_numpy(rng.standard_normal((10, 8, 1)).astype(np.float32))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(5, 12, bias=False)
        self.norm = nn.BatchNorm1d(12)
        self.head = nn.Linear(12, 1)
        nn.init.constant_(self.head.bias, 0.1)

    def forward(self, x):
        return self.head(torch.tanh(self.norm(self.body(x))))


def snapshot(model, optimizer):
    return {
        "model": copy.deepcopy(model.state_dict()),
        "optimizer": copy.deepcopy(optimizer.state_dict()),
    }


def resume(model, optimizer, state):
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])


@torch.no_grad()
def swap(network, averages):
    for p, average in zip(network.parameters(), averages):
        kept = p.data.clone()
        p.data.copy_(average)
        average.copy_(kept)


@torch.no_grad()
def evaluate(network):
    return criterion(network(X[0]), Y[0]).item()


class ModelEMA:
    def __init__(self, model, decay=0.8):
        self.ema = copy.deepcopy(model).eval()
        self.decay = decay
        for p in self.ema.parameters():
            p.requires_grad_(False)

    def update(self, model):
        state = model.state_dict()
        for name, value in self.ema.state_dict().items():
            if value.dtype.is_floating_point:
                value *= self.decay
                value += (1 - self.decay) * state[name].detach()


losses = []
net = Net()
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
averages = [p.detach().clone() for p in net.parameters()]
mask = (net.body.weight.detach().abs() > 0.2).float()
follower = ModelEMA(net)
best = None

for epoch in range(4):
    for x, y in zip(X, Y):
        optimizer.zero_grad()
        loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()
        net.body.weight.data *= mask
        for p, average in zip(net.parameters(), averages):
            average.mul_(0.9).add_(p.data, alpha=0.1)
        follower.update(net)
        losses.append(loss.item())
    losses.append(follower.ema.state_dict()["head.weight"].abs().sum().item())
    swap(net, averages)
    losses.append(evaluate(net))
    swap(net, averages)
    if epoch == 0:
        best = snapshot(net, optimizer)
    elif epoch == 1:
        resume(net, optimizer, best)
    elif epoch == 2:
        nn.init.zeros_(net.head.weight)
        net.head.bias.data[net.head.bias.data > 0] = 0.0
