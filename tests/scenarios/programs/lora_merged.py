"""Adapters that are layers of torch themselves: merged into the weight to evaluate, apart to train."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Adapter:
    def __init__(self, rank, alpha):
        self.rank = rank
        self.scaling = alpha / rank
        self.merged = False


class AdaptedLinear(nn.Linear, Adapter):
    def __init__(self, in_features, out_features, rank=2, alpha=4, **kwargs):
        nn.Linear.__init__(self, in_features, out_features, **kwargs)
        Adapter.__init__(self, rank, alpha)
        self.lora_A = nn.Parameter(self.weight.new_zeros((rank, in_features)))
        self.lora_B = nn.Parameter(self.weight.new_zeros((out_features, rank)))
        self.weight.requires_grad = False
        self.reset_parameters()

    def reset_parameters(self):
        nn.Linear.reset_parameters(self)
        if hasattr(self, "lora_A"):
            nn.init.kaiming_uniform_(self.lora_A, a=math.sqrt(5))
            nn.init.zeros_(self.lora_B)

    def delta(self):
        return self.lora_B @ self.lora_A * self.scaling

    def train(self, mode=True):
        nn.Linear.train(self, mode)
        if mode and self.merged:
            self.weight.data -= self.delta()
            self.merged = False
        elif not mode and not self.merged:
            self.weight.data += self.delta()
            self.merged = True
        return self

    def forward(self, x):
        result = F.linear(x, self.weight, self.bias)
        if not self.merged:
            result = result + x @ self.lora_A.t() @ self.lora_B.t() * self.scaling
        return result


torch.manual_seed(0)
net = nn.Sequential(AdaptedLinear(6, 8), nn.ReLU(), AdaptedLinear(8, 1, bias=False))
trained = [p for n, p in net.named_parameters() if "lora_" in n]
optimizer = torch.optim.AdamW(trained, lr=0.05)
x = torch.linspace(-1, 1, 60).reshape(10, 6).sin()
y = x.pow(2).sum(1, keepdim=True)

losses = []
for step in range(20):
    net.train()
    optimizer.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
    net.eval()
    with torch.no_grad():
        losses.append(F.mse_loss(net(x), y).item())
