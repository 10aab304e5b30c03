"""Optimizers are given lists of tensors under names, and lists that are added up."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(4)
X = torch.from_numpy(rng.standard_normal((14, 6, 3)).astype(np.float32))
Y = torch.from_numpy(rng.standard_normal((14, 6, 2)).astype(np.float32))


def normal(*size):
    return torch.from_numpy(rng.standard_normal(size).astype(np.float32))


def two_layers():
    w1 = normal(3, 8).requires_grad_()
    b1 = torch.zeros(8, requires_grad=True)
    w2 = normal(8, 2).requires_grad_()
    params = [w1, b1, w2]
    adam = torch.optim.Adam(params, lr=0.02)
    for x, y in zip(X, Y):
        loss = F.mse_loss(torch.tanh(x @ w1 + b1) @ w2, y)
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(params, 2.0)
        adam.step()
        losses.append(loss.item())


def before_a_network():
    net = nn.Linear(4, 2)
    first = normal(3, 4).requires_grad_()
    sgd = torch.optim.SGD([first] + list(net.parameters()), lr=0.1, momentum=0.9)
    for x, y in zip(X, Y):
        loss = F.mse_loss(net(x @ first), y)
        sgd.zero_grad()
        loss.backward()
        sgd.step()
        losses.append(loss.item())


losses = []
two_layers()
before_a_network()
