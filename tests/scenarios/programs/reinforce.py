"""Policy gradients: the graph lies in what earlier calls have left in a list."""

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

policy = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2), nn.Softmax(dim=-1))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
saved_log_probs = []
losses = []
rng = np.random.RandomState(0)


def select_action(state):
    m = Categorical(policy(state))
    action = torch.tensor(rng.randint(2))
    saved_log_probs.append(m.log_prob(action))
    return action.item()


def finish_episode(returns):
    policy_loss = []
    for log_prob, R in zip(saved_log_probs, returns):
        policy_loss.append(-log_prob * R)
    optimizer.zero_grad()
    policy_loss = torch.stack(policy_loss).sum()
    policy_loss.backward()
    optimizer.step()
    losses.append(policy_loss.item())
    del saved_log_probs[:]


for episode in range(20):
    states = [torch.from_numpy(rng.rand(4)).float() for _ in range(5)]
    finish_episode([float(select_action(state)) for state in states])
