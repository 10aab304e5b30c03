# packages: snntorch
import numpy as np
import torch
import torch.nn as nn
import snntorch as snn
from snntorch import surrogate

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 8)
        self.lif1 = snn.Leaky(beta=0.9, spike_grad=surrogate.fast_sigmoid())
        self.fc2 = nn.Linear(8, 2)
        self.lif2 = snn.Leaky(beta=0.8, learn_beta=True)

    def forward(self, x):
        mem1, mem2 = self.lif1.init_leaky(), self.lif2.init_leaky()
        out = []
        for _ in range(4):
            spikes, mem1 = self.lif1(self.fc1(x), mem1)
            _, mem2 = self.lif2(self.fc2(spikes), mem2)
            out.append(mem2)
        return torch.stack(out)


model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    loss = model(draw(6, 4)).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
