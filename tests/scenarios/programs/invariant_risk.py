"""Invariant risk minimization: the slope of a scale is penalized, in dictionaries of environments."""

import numpy as np
import torch
from torch import autograd, nn, optim

rng = np.random.default_rng(4)
envs = [
    {
        "images": torch.from_numpy(rng.random((16, 2, 4, 4)).astype(np.float32)),
        "labels": torch.from_numpy((rng.random((16, 1)) > 0.5).astype(np.float32)),
    }
    for _ in range(2)
]


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        first, second = nn.Linear(32, 12), nn.Linear(12, 1)
        for layer in (first, second):
            nn.init.xavier_uniform_(layer.weight)
            nn.init.zeros_(layer.bias)
        self._main = nn.Sequential(first, nn.ReLU(True), second)

    def forward(self, images):
        return self._main(images.view(images.shape[0], 32))


def mean_nll(logits, y):
    return nn.functional.binary_cross_entropy_with_logits(logits, y)


def mean_accuracy(logits, y):
    return (((logits > 0.0).float() - y).abs() < 1e-2).float().mean()


def penalty(logits, y):
    scale = torch.tensor(1.0).requires_grad_()
    loss = mean_nll(logits * scale, y)
    grad = autograd.grad(loss, [scale], create_graph=True)[0]
    return torch.sum(grad**2)


mlp = MLP()
optimizer = optim.SGD(mlp.parameters(), lr=0.1)
losses = []
for step in range(20):
    for env in envs:
        logits = mlp(env["images"])
        env["nll"] = mean_nll(logits, env["labels"])
        env["acc"] = mean_accuracy(logits, env["labels"])
        env["penalty"] = penalty(logits, env["labels"])

    train_nll = torch.stack([envs[0]["nll"], envs[1]["nll"]]).mean()
    train_acc = torch.stack([envs[0]["acc"], envs[1]["acc"]]).mean()
    train_penalty = torch.stack([envs[0]["penalty"], envs[1]["penalty"]]).mean()
    weight_norm = torch.tensor(0.0)
    for w in mlp.parameters():
        weight_norm += w.norm().pow(2)

    loss = train_nll.clone()
    loss += 0.001 * weight_norm
    penalty_weight = 50.0 if step >= 8 else 1.0
    loss += penalty_weight * train_penalty
    if penalty_weight > 1.0:
        loss /= penalty_weight

    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
