"""Backward calls, steps and what clears gradients stand in methods and functions of their own."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(8)
A = torch.from_numpy(rng.standard_normal((10, 8, 4)).astype(np.float32))
B = torch.from_numpy(rng.standard_normal((10, 8, 4)).astype(np.float32))
Y = torch.from_numpy(rng.standard_normal((10, 8, 1)).astype(np.float32))


class BaseModel:
    def __init__(self):
        self.loss_names = []

    def current_losses(self):
        return [float(getattr(self, "loss_" + name)) for name in self.loss_names]


class Translation(BaseModel):
    """A generator and a critic that sees pairs."""

    def __init__(self):
        super().__init__()
        self.loss_names = ["G", "D"]
        self.net_g = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 4))
        self.net_d = nn.Sequential(nn.Linear(8, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
        self.optimizer_g = torch.optim.Adam(self.net_g.parameters(), lr=0.002, betas=(0.5, 0.999))
        self.optimizer_d = torch.optim.Adam(self.net_d.parameters(), lr=0.002, betas=(0.5, 0.999))

    def set_input(self, a, b):
        self.real_a = a
        self.real_b = b

    def forward(self):
        self.fake_b = self.net_g(self.real_a)

    def backward_d(self):
        fake_ab = torch.cat((self.real_a, self.fake_b), 1)
        pred_fake = self.net_d(fake_ab.detach())
        self.loss_D_fake = F.softplus(pred_fake).mean()
        real_ab = torch.cat((self.real_a, self.real_b), 1)
        self.loss_D = (self.loss_D_fake + F.softplus(-self.net_d(real_ab)).mean()) * 0.5
        self.loss_D.backward()

    def backward_g(self):
        # the critic has to believe in the fake
        fake_ab = torch.cat((self.real_a, self.fake_b), 1)
        pred_fake = self.net_d(fake_ab)
        self.loss_G = F.softplus(-pred_fake).mean() + 10 * F.l1_loss(self.fake_b, self.real_b)
        self.loss_G.backward()

    def optimize_parameters(self):
        self.forward()
        self.optimizer_d.zero_grad()
        self.backward_d()
        self.optimizer_d.step()
        self.optimizer_g.zero_grad()
        self.backward_g()
        self.optimizer_g.step()


class TwoHeads:
    def __init__(self):
        self.body = nn.Sequential(nn.Linear(4, 6), nn.Tanh())
        self.one, self.two = nn.Linear(6, 1), nn.Linear(6, 1)
        self.opt_one = torch.optim.SGD(
            list(self.body.parameters()) + list(self.one.parameters()), lr=0.05
        )
        self.opt_two = torch.optim.SGD(self.two.parameters(), lr=0.05)

    def reset_grad(self):
        """Both."""
        self.opt_one.zero_grad()
        self.opt_two.zero_grad()

    def learn(self, x, y):
        loss = F.mse_loss(self.one(self.body(x)), y)
        self.reset_grad()
        loss.backward()
        self.opt_one.step()
        losses.append(loss.item())

        other = F.mse_loss(self.two(self.body(x).detach()), y)
        self.reset_grad()
        other.backward()
        self.opt_two.step()
        losses.append(other.item())


class Learner:
    def __init__(self):
        self.actor = nn.Linear(4, 1)
        self.critic = nn.Linear(4, 1)
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1, momentum=0.9)
        self.steps = 0

    def optimize(self, optimizer, loss):
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        self.steps += 1

    def update(self, x, y):
        critic_loss = F.mse_loss(self.critic(x), y)
        self.optimize(self.critic_optimizer, critic_loss)
        with torch.no_grad():
            target = self.critic(x)
        actor_loss = F.l1_loss(self.actor(x), target)
        self.optimize(optimizer=self.actor_optimizer, loss=actor_loss)
        losses.append(critic_loss.item() + actor_loss.item())


def train(net, data):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, weight_decay=1e-3)
    steps = 0

    def backward(loss):
        optimizer.zero_grad()
        loss.backward()

    for x, y in data:
        loss = F.mse_loss(net(x), y)
        backward(loss)
        optimizer.step()
        steps += 1
        losses.append(loss.item())
    return steps


losses = []
model = Translation()
for a, b in zip(A, B):
    model.set_input(a, b)
    model.optimize_parameters()
    losses.extend(model.current_losses())
heads, learner = TwoHeads(), Learner()
for x, y in zip(A, Y):
    heads.learn(x, y)
    learner.update(x, y)
losses.append(float(learner.steps))
losses.append(float(train(nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 1)), zip(A, Y))))
