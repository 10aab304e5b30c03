"""A last layer that waits for two epochs: a function takes its gradients away before each step, with
and without a scaled loss."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

random = np.random.RandomState(5)
losses = []


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(6, 8)
        self.last_layer = nn.Linear(8, 3, bias=False)

    def forward(self, x):
        return self.last_layer(F.gelu(self.body(x)))


def clip_gradients(model, clip):
    norms = []
    for name, p in model.named_parameters():
        if p.grad is not None:
            norm = p.grad.data.norm(2)
            norms.append(norm.item())
            factor = clip / (norm + 1e-6)
            if factor < 1:
                p.grad.data.mul_(factor)
    return norms


def cancel_gradients(epoch, model, freeze):
    if epoch >= freeze:
        return
    for n, p in model.named_parameters():
        if "last_layer" in n:
            p.grad = None


def train(model, optimizer, data, scaler, epochs, freeze):
    for epoch in range(epochs):
        for x, y in data:
            loss = F.mse_loss(model(x), y)
            optimizer.zero_grad()
            if scaler is None:
                loss.backward()
                norms = clip_gradients(model, 0.5)
                cancel_gradients(epoch, model, freeze)
                optimizer.step()
            else:
                scaler.scale(loss).backward()
                scaler.unscale_(optimizer)
                norms = clip_gradients(model, 0.5)
                cancel_gradients(epoch, model, freeze)
                scaler.step(optimizer)
                scaler.update()
            losses.append(loss.item())
            losses.append(sum(norms))


data = [
    (
        torch.from_numpy(random.randn(4, 6).astype("float32")),
        torch.from_numpy(random.randn(4, 3).astype("float32")),
    )
    for _ in range(2)
]
net = Net()
optimizer = torch.optim.AdamW(net.parameters(), lr=0.02)
train(net, optimizer, data, None, 3, 1)
train(net, optimizer, data, torch.amp.GradScaler("cpu", init_scale=64.0), 3, 2)
