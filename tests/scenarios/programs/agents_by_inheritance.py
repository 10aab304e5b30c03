"""Agents whose base class steps in a static method, and whose critics' losses come with the batch."""

import numpy as np
import torch
from torch import nn


class Buffer:
    def __init__(self):
        self.rng = np.random.default_rng(21)

    def sample_batch(self, size):
        widths = (1, 1, 2, 4, 4)
        return [torch.from_numpy(self.rng.standard_normal((size, n)).astype(np.float32)) for n in widths]


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.values = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, state, action):
        return self.values(torch.cat((state, action), dim=1))


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))

    def forward(self, state):
        return self.layers(state).tanh()

    def get_log_prob(self, state, action):
        return -((self.layers(state) - action) ** 2).sum(1)


class Agent:
    def init(self, act, cri):
        self.act = act
        self.cri = cri
        self.act_optim = torch.optim.Adam(self.act.parameters(), 0.01)
        self.cri_optim = torch.optim.Adam(self.cri.parameters(), 0.01)
        self.criterion = nn.SmoothL1Loss()

    @staticmethod
    def optim_update(optimizer, objective):
        optimizer.zero_grad()
        objective.backward()
        optimizer.step()


class DDPG(Agent):
    def update_net(self, buffer, batch_size, repeat_times):
        obj_critic = obj_actor = None
        for _ in range(repeat_times):
            obj_critic, state = self.get_obj_critic(buffer, batch_size)
            self.optim_update(self.cri_optim, obj_critic)

            action_pg = self.act(state)  # policy gradient
            obj_actor = -self.cri(state, action_pg).mean()
            self.optim_update(self.act_optim, obj_actor)
            losses.append(obj_critic.item())
            losses.append(obj_actor.item())
        return obj_actor.item(), obj_critic.item()

    def get_obj_critic(self, buffer, batch_size):
        with torch.no_grad():
            reward, mask, action, state, next_s = buffer.sample_batch(batch_size)
            next_q = self.cri(next_s, self.act(next_s))
            q_label = reward + 0.9 * next_q
        q_value = self.cri(state, action)
        obj_critic = self.criterion(q_value, q_label)
        return obj_critic, state


class Surrogate(Agent):
    def update_net(self, buffer, batch_size, repeat_times):
        with torch.no_grad():
            reward, mask, actions, states, next_s = buffer.sample_batch(4 * batch_size)
            old = self.act.get_log_prob(states, actions)
        for step in range(repeat_times):
            part = slice(step * batch_size, (step + 1) * batch_size)
            state = states[part]
            action = actions[part]

            log_prob = self.act.get_log_prob(state, action)
            ratio = (log_prob - old[part]).exp()
            obj_actor = -(ratio.clamp(0.8, 1.2) * reward[part, 0]).mean()
            self.optim_update(self.act_optim, obj_actor)

            value = self.cri(state, action)
            obj_critic = self.criterion(value, reward[part])
            self.optim_update(self.cri_optim, obj_critic)
            losses.append(obj_critic.item())
            losses.append(obj_actor.item())


losses = []
actor, critic = Actor(), Critic()
for agent in (DDPG(), Surrogate()):
    agent.init(actor, critic)
    agent.update_net(Buffer(), 8, 4 if isinstance(agent, Surrogate) else 10)
