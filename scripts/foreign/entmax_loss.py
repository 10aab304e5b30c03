# packages: entmax
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from entmax import Entmax15Loss, entmax15, sparsemax

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(6, 6)
        self.out = nn.Linear(6, 4)

    def forward(self, x):
        return self.out(x * entmax15(self.gate(x), dim=-1) + x * sparsemax(x, dim=-1))


model = Net()
criterion = Entmax15Loss(reduction="elementwise_mean")
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((8, 6)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 4, (8,)))
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
