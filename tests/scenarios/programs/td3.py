"""Two critics in one, a delayed actor and slow targets: the batch is drawn once for both losses."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 24)
        self.fc_mu = nn.Linear(24, 2)

    def forward(self, x):
        return torch.tanh(self.fc_mu(F.relu(self.fc1(x))))


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1, self.l2 = nn.Linear(6, 24), nn.Linear(24, 1)
        self.l3, self.l4 = nn.Linear(6, 24), nn.Linear(24, 1)

    def forward(self, state, action):
        both = torch.cat([state, action], 1)
        return self.l2(F.relu(self.l1(both))), self.l4(F.relu(self.l3(both)))

    def first(self, state, action):
        return self.l2(F.relu(self.l1(torch.cat([state, action], 1))))


class ReplayBuffer:
    def __init__(self):
        self.rng = np.random.default_rng(2)

    def sample(self, n):
        return [
            torch.from_numpy(self.rng.standard_normal((n, width)).astype(np.float32))
            for width in (4, 2, 1, 4)
        ]


class TD3:
    def __init__(self):
        self.actor, self.actor_target = Actor(), Actor()
        self.critic, self.critic_target = Critic(), Critic()
        self.actor_target.load_state_dict(self.actor.state_dict())
        self.critic_target.load_state_dict(self.critic.state_dict())
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=3e-3)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=3e-3)
        self.total_it = 0

    def train(self, replay_buffer, losses):
        self.total_it += 1
        state, action, reward, next_state = replay_buffer.sample(16)
        with torch.no_grad():
            noise = (torch.randn_like(action) * 0.2).clamp(-0.5, 0.5)
            next_action = (self.actor_target(next_state) + noise).clamp(-1.0, 1.0)
            target_1, target_2 = self.critic_target(next_state, next_action)
            target = reward + 0.9 * torch.min(target_1, target_2)

        current_1, current_2 = self.critic(state, action)
        critic_loss = F.mse_loss(current_1, target) + F.mse_loss(current_2, target)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        losses.append(critic_loss.item())

        if self.total_it % 2 == 0:
            actor_loss = -self.critic.first(state, self.actor(state)).mean()
            self.actor_optimizer.zero_grad()
            actor_loss.backward()
            self.actor_optimizer.step()
            losses.append(actor_loss.item())
            self.follow(self.actor, self.actor_target)
            self.follow(self.critic, self.critic_target)

    def follow(self, network, target):
        for param, target_param in zip(network.parameters(), target.parameters()):
            target_param.data.copy_(0.05 * param.data + (1 - 0.05) * target_param.data)


losses = []
agent = TD3()
replay_buffer = ReplayBuffer()
for _ in range(30):
    agent.train(replay_buffer, losses)
