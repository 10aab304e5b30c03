"""Deep Q-learning whose next values are zero but where an episode goes on: no_grad fills them."""

import random
from collections import deque, namedtuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

Transition = namedtuple("Transition", ("state", "action", "next_state", "reward"))
losses = []


class QNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(3, 16)
        self.out = nn.Linear(16, 2)

    def forward(self, x):
        return self.out(F.relu(self.hidden(x)))


policy, target = QNet(), QNet()
target.load_state_dict(policy.state_dict())
optimizer = torch.optim.AdamW(policy.parameters(), lr=0.01, amsgrad=True)
memory = deque([], maxlen=200)
draw = np.random.RandomState(0)


def learn(count=8, gamma=0.9):
    if len(memory) < count:
        return
    batch = Transition(*zip(*random.sample(memory, count)))
    goes_on = torch.tensor([i for i, s in enumerate(batch.next_state) if s is not None])
    following = torch.cat([s for s in batch.next_state if s is not None])
    values = policy(torch.cat(batch.state)).gather(1, torch.cat(batch.action))
    next_values = torch.zeros(count)
    with torch.no_grad():
        next_values[goes_on] = target(following).max(1).values
    expected = next_values * gamma + torch.cat(batch.reward)
    loss = nn.SmoothL1Loss()(values, expected.unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_value_(policy.parameters(), 100)
    optimizer.step()
    losses.append(loss.item())


random.seed(0)
for episode in range(4):
    state = torch.tensor(draw.randn(1, 3), dtype=torch.float32)
    for t in range(10):
        action = torch.tensor([[random.randrange(2)]], dtype=torch.long)
        moved = state * 0.9 + (action.item() - 0.5)
        following = None if t == 9 else moved
        reward = torch.tensor([-float(moved.abs().sum())])
        memory.append(Transition(state, action, following, reward))
        state = moved
        learn()
        own, known = target.state_dict(), policy.state_dict()
        for key in known:
            own[key] = known[key] * 0.05 + own[key] * 0.95
        target.load_state_dict(own)
