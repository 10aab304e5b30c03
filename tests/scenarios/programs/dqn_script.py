"""Q-learning as a script: steps in an environment, and a target computed without gradients."""

import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Env:
    """Walk on a line; the reward is higher near its end."""

    def __init__(self):
        self.rng = np.random.default_rng(4)

    def reset(self):
        self.position = self.rng.uniform(-1, 1, 4).astype(np.float32)
        return self.position

    def step(self, action):
        self.position = np.clip(self.position + 0.3 * (action - 1), -2, 2).astype(np.float32)
        reward = float(self.position.mean())
        return self.position, reward, bool(abs(reward) > 1.5)


class ReplayBuffer:
    def __init__(self):
        self.memory = []

    def put(self, transition):
        self.memory.append(transition)

    def sample(self, n):
        batch = random.sample(self.memory, n)
        return [np.array(column) for column in zip(*batch)]


class QNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.network = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 3))

    def forward(self, x):
        return self.network(x)


def tensor(array):
    return torch.Tensor(array).to(device)


random.seed(1)
device = torch.device("cpu")
env, rb = Env(), ReplayBuffer()
q_network = QNetwork().to(device)
target_network = QNetwork().to(device)
target_network.load_state_dict(q_network.state_dict())
optimizer = optim.Adam(q_network.parameters(), lr=1e-2)
loss_fn = nn.MSELoss()
losses = []

obs = env.reset()
for global_step in range(90):
    if random.random() < 0.5:
        action = random.randint(0, 2)
    else:
        logits = q_network.forward(tensor(obs.reshape((1,) + obs.shape)))
        action = torch.argmax(logits, dim=1).tolist()[0]
    next_obs, reward, done = env.step(action)
    rb.put((obs, action, reward, next_obs, done))

    if global_step > 20:
        s_obs, s_actions, s_rewards, s_next_obses, s_dones = rb.sample(16)
        inputs, chosen = tensor(s_obs), torch.LongTensor(s_actions).view(-1, 1).to(device)
        with torch.no_grad():
            # the best that the target network knows of
            target_max = torch.max(target_network.forward(tensor(s_next_obses)), dim=1)[0]
            td_target = tensor(s_rewards) + 0.9 * target_max * (1 - tensor(s_dones))
        old_val = q_network.forward(inputs).gather(1, chosen).squeeze()
        loss = loss_fn(td_target, old_val)
        losses.append(loss.item())

        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(list(q_network.parameters()), 0.5)
        optimizer.step()

        if global_step % 10 == 0:
            target_network.load_state_dict(q_network.state_dict())

    obs = next_obs if not done else env.reset()
