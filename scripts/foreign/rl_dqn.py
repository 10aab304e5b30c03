# packages: rl-algorithms
# needs: tqdm
from copy import deepcopy

import numpy as np
import torch
import torch.nn as nn
from rl_algorithms.qlearning.DQN import DQN

torch.manual_seed(0)
np.random.seed(0)
draws = np.random.default_rng(0)
np.random.choice = draws.choice
np.random.rand = draws.random


class Agent(DQN):
    @staticmethod
    def decode_state(state):
        return torch.tensor(state)


network = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 3))
agent = Agent(network, [-1, 0, 1], alpha=0.05, gamma=0.9, eps=0.3, c=4, bs=8)
agent.Q_prime = deepcopy(agent.Q)
rng = np.random.default_rng(1)
state = rng.standard_normal((1, 4)).astype(np.float32)
losses = []
for step in range(8):
    action = agent.take_action(state)
    state = rng.standard_normal((1, 4)).astype(np.float32)
    losses.append(agent.update(state, float(state[0, 0]) + 0.5 * action))
