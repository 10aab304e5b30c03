"""An actor and a critic that learn from one batch, whatever made it: nothing but data."""

import numpy as np
import torch
from torch import nn, optim


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))

    def forward(self, state):
        return torch.tanh(self.layers(state))


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, state, action):
        return self.layers(torch.cat([state, action], dim=1))


def collected(experiences):
    columns = zip(*experiences)
    return {
        key: torch.tensor(np.stack(column))
        for key, column in zip(("state", "action", "reward", "next_state"), columns)
    }


class Agent:
    def __init__(self):
        self.actor = actor
        self.critic = critic
        self.actor_optimizer = optim.Adam(self.actor.parameters(), lr=5e-3)
        self.critic_optimizer = optim.Adam(self.critic.parameters(), lr=1e-2)
        self.scale = 0.5

    def scaled(self, state):
        return torch.tanh(state) * self.scale

    def critic_loss(self, batch):
        with torch.no_grad():
            following = batch["next_state"]
            target = batch["reward"] + 0.9 * self.critic(following, self.actor(following))
        return ((self.critic(batch["state"], batch["action"]) - target) ** 2).mean()

    def actor_loss(self, batch):
        return -self.critic(batch["state"], self.actor(batch["state"])).mean()

    def update(self, experiences):
        batch = collected(experiences)

        self.critic_optimizer.zero_grad()
        self.critic_loss(batch).backward()
        self.critic_optimizer.step()

        self.actor_optimizer.zero_grad()
        self.actor_loss(batch).backward()
        self.actor_optimizer.step()

    def update_scaled(self, state, action, reward):
        inputs = self.scaled(state)
        value = self.critic(inputs, action)
        critic_loss = ((value - reward) ** 2).mean()
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        actor_loss = -self.critic(inputs, self.actor(inputs)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        losses.append(critic_loss.item())
        losses.append(actor_loss.item())


rng = np.random.default_rng(5)
losses = []
actor, critic = Actor(), Critic()
agent = Agent()
for _ in range(10):
    drawn = [rng.standard_normal(size).astype(np.float32) for size in ((8, 4), (8, 2), (8, 1), (8, 4))]
    agent.update(list(zip(*drawn)))
    agent.update_scaled(*map(torch.from_numpy, drawn[:3]))
