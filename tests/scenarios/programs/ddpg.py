"""Actor and critic with an optimizer each; the norm of the critic's gradients is logged."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(4, 16)
        self.l2 = nn.Linear(16, 2)

    def forward(self, state):
        return torch.tanh(self.l2(F.relu(self.l1(state))))


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(6, 16)
        self.l2 = nn.Linear(16, 1)

    def forward(self, state, action):
        return self.l2(F.relu(self.l1(torch.cat([state, action], 1))))


class DDPG:
    def __init__(self, actor, critic):
        self.actor = actor
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.05, momentum=0.9)
        self.critic = critic
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.05, momentum=0.9)
        self.norms = []

    def train(self, state, action, next_state, reward):
        target_Q = self.critic(next_state, self.actor(next_state))
        target_Q = reward + (0.99 * target_Q).detach()
        current_Q = self.critic(state, action)
        critic_loss = F.mse_loss(current_Q, target_Q)

        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        norm = nn.utils.clip_grad_norm_(self.critic.parameters(), 0.5)
        self.critic_optimizer.step()
        self.norms.append(norm.item())

        actor_loss = -self.critic(state, self.actor(state)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        return critic_loss.item(), actor_loss.item()


rng = np.random.default_rng(18)


def sample(width):
    return torch.from_numpy(rng.standard_normal((8, width)).astype(np.float32))


agent = DDPG(Actor(), Critic())
losses = []
for _ in range(12):
    losses += agent.train(sample(4), sample(2), sample(4), sample(1))
losses += agent.norms
