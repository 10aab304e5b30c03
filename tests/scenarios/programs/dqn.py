"""Q-learning on a fixed memory, with a target network that follows slowly."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class DQN(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer1 = nn.Linear(4, 16)
        self.layer2 = nn.Linear(16, 3)

    def forward(self, x):
        return self.layer2(F.relu(self.layer1(x)))


class Agent:
    def __init__(self, policy_net, target_net):
        self.policy_net = policy_net
        self.target_net = target_net
        self.optimizer = torch.optim.AdamW(self.policy_net.parameters(), lr=1e-2, amsgrad=True)
        self.criterion = nn.SmoothL1Loss()

    def optimize_model(self, state, action, reward, next_state):
        with torch.no_grad():
            next_values = self.target_net(next_state).max(1)[0]
        expected = reward + 0.9 * next_values
        values = self.policy_net(state).gather(1, action).squeeze(1)
        loss = self.criterion(values, expected)
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_value_(self.policy_net.parameters(), 100)
        self.optimizer.step()
        return loss.item()


rng = np.random.default_rng(15)
memory = [
    (
        torch.from_numpy(rng.standard_normal((8, 4)).astype(np.float32)),
        torch.from_numpy(rng.integers(0, 3, (8, 1))),
        torch.from_numpy(rng.standard_normal(8).astype(np.float32)),
        torch.from_numpy(rng.standard_normal((8, 4)).astype(np.float32)),
    )
    for _ in range(20)
]
agent = Agent(DQN(), DQN())
losses = [agent.optimize_model(*batch) for batch in memory]
