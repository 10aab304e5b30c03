"""Soft actor-critic: two critics in one optimizer, and an entropy weight that is a bare tensor."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class SoftQNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4 + 2, 16)
        self.fc2 = nn.Linear(16, 1)

    def forward(self, x, a):
        x = torch.cat([x, a], 1)
        return self.fc2(F.relu(self.fc1(x)))


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 16)
        self.mean = nn.Linear(16, 2)
        self.log_std = nn.Linear(16, 2)

    def forward(self, x, noise):
        x = F.relu(self.fc(x))
        mean, log_std = self.mean(x), torch.clamp(self.log_std(x), -1, 1)
        action = mean + noise * log_std.exp()
        log_prob = -log_std - noise**2 / 2
        return action, log_prob.sum(1, keepdim=True)


device = torch.device("cpu")
actor = Actor().to(device)
qf1 = SoftQNetwork().to(device)
qf2 = SoftQNetwork().to(device)
qf1_target = SoftQNetwork().to(device)
qf2_target = SoftQNetwork().to(device)
qf1_target.load_state_dict(qf1.state_dict())
qf2_target.load_state_dict(qf2.state_dict())
q_optimizer = torch.optim.Adam(list(qf1.parameters()) + list(qf2.parameters()), lr=1e-3, eps=1e-4)
actor_optimizer = torch.optim.Adam(list(actor.parameters()), lr=1e-3, eps=1e-4)

# Automatic entropy tuning
target_entropy = -2.0
log_alpha = torch.zeros(1, requires_grad=True, device=device)
alpha = log_alpha.exp().item()
a_optimizer = torch.optim.Adam([log_alpha], lr=1e-2)

rng = np.random.default_rng(21)
losses = []


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


for global_step in range(20):
    obs, next_obs = draw(8, 4), draw(8, 4)
    actions, rewards = draw(8, 2), draw(8)
    noise, next_noise = draw(8, 2), draw(8, 2)
    with torch.no_grad():
        next_actions, next_log_pi = actor(next_obs, next_noise)
        qf1_next_target = qf1_target(next_obs, next_actions)
        qf2_next_target = qf2_target(next_obs, next_actions)
        min_qf_next_target = torch.min(qf1_next_target, qf2_next_target) - alpha * next_log_pi
        next_q_value = rewards + 0.9 * min_qf_next_target.view(-1)

    qf1_a_values = qf1(obs, actions).view(-1)
    qf2_a_values = qf2(obs, actions).view(-1)
    qf1_loss = F.mse_loss(qf1_a_values, next_q_value)
    qf2_loss = F.mse_loss(qf2_a_values, next_q_value)
    qf_loss = qf1_loss + qf2_loss

    q_optimizer.zero_grad()
    qf_loss.backward()
    q_optimizer.step()
    losses.append(qf_loss.item())

    if global_step % 2 == 0:
        for _ in range(2):
            pi, log_pi = actor(obs, noise)
            min_qf_pi = torch.min(qf1(obs, pi), qf2(obs, pi))
            actor_loss = ((alpha * log_pi) - min_qf_pi).mean()

            actor_optimizer.zero_grad()
            actor_loss.backward()
            actor_optimizer.step()

            with torch.no_grad():
                _, log_pi = actor(obs, next_noise)
            alpha_loss = (-log_alpha.exp() * (log_pi + target_entropy)).mean()

            a_optimizer.zero_grad()
            alpha_loss.backward()
            a_optimizer.step()
            alpha = log_alpha.exp().item()
            losses += [actor_loss.item(), alpha_loss.item(), alpha]

    for param, target_param in zip(qf1.parameters(), qf1_target.parameters()):
        target_param.data.copy_(0.1 * param.data + (1 - 0.1) * target_param.data)
    for param, target_param in zip(qf2.parameters(), qf2_target.parameters()):
        target_param.data.copy_(0.1 * param.data + (1 - 0.1) * target_param.data)
