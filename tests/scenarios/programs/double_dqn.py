"""Targets in the middle of the forward pass, from the network that learns, in two branches."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class QNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 16)
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


def learn(q_net, optimizer, batch, double):
    observations, actions, rewards, next_observations = batch
    q_values = q_net(observations)
    chosen = q_values.gather(1, actions).squeeze(1)
    if double:
        with torch.no_grad():
            next_q = q_net(next_observations)
            best = next_q.argmax(dim=1, keepdim=True)
            target = rewards + 0.9 * next_q.gather(1, best).squeeze(1)
    else:
        with torch.no_grad():
            target = rewards + 0.9 * q_net(next_observations).max(1)[0]
    loss = F.smooth_l1_loss(chosen, target)
    # consistency: the values of the next step must not move
    with torch.no_grad():
        anchor = q_net(next_observations)
    loss = loss + 0.1 * F.mse_loss(q_values, anchor)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


rng = np.random.default_rng(7)
q_net = QNetwork()
optimizer = torch.optim.SGD(q_net.parameters(), lr=0.1, momentum=0.9)
losses = []
for step in range(30):
    batch = (
        torch.from_numpy(rng.standard_normal((8, 4)).astype(np.float32)),
        torch.from_numpy(rng.integers(0, 3, (8, 1))),
        torch.from_numpy(rng.standard_normal(8).astype(np.float32)),
        torch.from_numpy(rng.standard_normal((8, 4)).astype(np.float32)),
    )
    losses.append(learn(q_net, optimizer, batch, True))
