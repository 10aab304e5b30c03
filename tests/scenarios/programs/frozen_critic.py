"""The critic is frozen while the generator steps, and trained again for its own step."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(5)
REAL = torch.from_numpy(rng.standard_normal((12, 16, 4)).astype(np.float32))
CODES = torch.from_numpy(rng.standard_normal((12, 16, 3)).astype(np.float32))


def set_requires_grad(nets, requires_grad=False):
    if not isinstance(nets, list):
        nets = [nets]
    for net in nets:
        for param in net.parameters():
            param.requires_grad = requires_grad


class Trainer:
    def __init__(self):
        self.net_g = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 4))
        self.net_d = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
        self.optimizer_g = self.get_optimizer("adam", self.net_g.parameters(), 0.002)
        self.optimizer_d = self.get_optimizer("adam", self.net_d.parameters(), 0.005)

    def get_optimizer(self, kind, params, lr):
        if kind == "adam":
            return torch.optim.Adam(params, lr=lr, betas=(0.5, 0.9))
        return torch.optim.SGD(params, lr=lr)

    def by_loops(self, codes, real):
        for p in self.net_d.parameters():
            p.requires_grad = False
        self.optimizer_g.zero_grad()
        fake = self.net_g(codes)
        loss_g = F.softplus(-self.net_d(fake)).mean()
        loss_g.backward()
        self.optimizer_g.step()

        for p in self.net_d.parameters():
            p.requires_grad = True
        self.optimizer_d.zero_grad()
        loss_d = F.softplus(-self.net_d(real)).mean()
        loss_d = loss_d + F.softplus(self.net_d(fake.detach())).mean()
        loss_d.backward()
        self.optimizer_d.step()
        losses.append(loss_g.item())
        losses.append(loss_d.item())

    def by_a_function(self, codes, real):
        set_requires_grad(self.net_d, True)
        self.optimizer_d.zero_grad()
        with torch.no_grad():
            fake = self.net_g(codes)
        loss_d = F.softplus(-self.net_d(real)).mean() + F.softplus(self.net_d(fake)).mean()
        loss_d.backward()
        self.optimizer_d.step()

        set_requires_grad([self.net_d], False)
        self.optimizer_g.zero_grad()
        loss_g = F.softplus(-self.net_d(self.net_g(codes))).mean()
        loss_g.backward()
        self.optimizer_g.step()
        losses.append(loss_g.item())
        losses.append(loss_d.item())


class InMethods:
    """The generator steps first, and what it gave is seen by the critic's step."""

    def __init__(self):
        self.g, self.d = nn.Linear(3, 4), nn.Linear(4, 1)
        self.opt_g = torch.optim.Adam(self.g.parameters(), lr=0.01)
        self.opt_d = torch.optim.Adam(self.d.parameters(), lr=0.01)

    def forward(self):
        self.fake = self.g(self.codes)
        self.twice = self.fake * 2

    def backward_d(self, real, fake):
        loss = self.d(real).pow(2).mean() + (self.d(fake.detach()) - 1).pow(2).mean()
        loss = loss * 0.5
        loss.backward()
        return loss

    def backward_g(self):
        self.loss_g = self.d(self.fake).pow(2).mean() + (self.twice - self.real).abs().mean()
        self.loss_g.backward()

    def optimize(self, codes, real):
        self.codes, self.real = codes, real
        self.forward()
        for p in self.d.parameters():
            p.requires_grad = False
        self.opt_g.zero_grad()
        self.backward_g()
        self.opt_g.step()
        for p in self.d.parameters():
            p.requires_grad = True
        self.opt_d.zero_grad()
        self.loss_d = self.backward_d(self.real, self.fake)
        self.opt_d.step()
        losses.append(float(self.loss_g.detach()))
        losses.append(float(self.loss_d.detach()))


losses = []
trainer, methods = Trainer(), InMethods()
for codes, real in zip(CODES, REAL):
    trainer.by_loops(codes, real)
    trainer.by_a_function(codes, real)
    methods.optimize(codes, real)
