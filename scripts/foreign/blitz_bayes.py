# packages: blitz-bayesian-pytorch
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from blitz.modules import BayesianConv2d, BayesianLinear, BayesianLSTM
from blitz.utils import variational_estimator


@variational_estimator
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = BayesianConv2d(1, 4, (3, 3))
        self.lstm = BayesianLSTM(36, 8)
        self.fc = BayesianLinear(8, 3)

    def forward(self, x):
        h, _ = self.lstm(F.relu(self.conv(x)).flatten(2))
        return self.fc(h[:, -1])


torch.manual_seed(0)
model = Net()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    x = torch.from_numpy(rng.standard_normal((4, 1, 8, 8)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 4))
    optimizer.zero_grad()
    loss = model.sample_elbo(inputs=x, labels=y, criterion=nn.CrossEntropyLoss(), sample_nbr=2, complexity_cost_weight=0.01)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
