"""Gradients that are changed in place: those of an LSTM, and of a Linear without a bias."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(12, 6)
        self.rnn = nn.LSTM(6, 8, batch_first=True)
        self.out = nn.Linear(8, 12, bias=False)

    def forward(self, x):
        return self.out(self.rnn(self.emb(x))[0])


def clip_gradient(optimizer, grad_clip):
    for group in optimizer.param_groups:
        for param in group['params']:
            if param.grad is not None:
                param.grad.data.clamp_(-grad_clip, grad_clip)


losses = []
rng = np.random.RandomState(0)
data = torch.from_numpy(rng.randint(0, 12, (12, 9)))
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=1.0)
for epoch in range(8):
    for i in range(0, 12, 4):
        x = data[i:i + 4]
        opt.zero_grad()
        loss = F.cross_entropy(net(x[:, :-1]).reshape(-1, 12), x[:, 1:].reshape(-1))
        loss.backward()
        for p in net.parameters():
            p.grad.data.mul_(3.0)
        clip_gradient(opt, 0.05)
        opt.step()
        losses.append(loss.item())
