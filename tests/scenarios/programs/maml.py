import torch, numpy as np
import torch.nn as nn
import torch.nn.functional as F
r = np.random.RandomState(0)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.ParameterList([nn.Parameter(torch.randn(6, 2)), nn.Parameter(torch.zeros(6)), nn.Parameter(torch.randn(1, 6)), nn.Parameter(torch.zeros(1))])
    def forward(self, x, weights=None):
        weights = self.w if weights is None else weights
        h = F.relu(F.linear(x, weights[0], weights[1]))
        return F.linear(h, weights[2], weights[3])

class MetaLearner:
    def __init__(self, lr_in, lr_out, first_order):
        self.net = Net()
        self.lr_in = lr_in
        self.first_order = first_order
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=lr_out)
        self.mse = nn.MSELoss()

    def inner(self, x, y, k):
        fast = list(self.net.parameters())
        for _ in range(k):
            pred = self.net(x, fast)
            inner_loss = self.mse(pred, y)
            grads = torch.autograd.grad(inner_loss, fast, create_graph=not self.first_order)
            fast = [w - self.lr_in * g for w, g in zip(fast, grads)]
        return fast

    def step(self, tasks):
        total = torch.tensor(0.0)
        for xs, ys, xq, yq in tasks:
            fast = self.inner(xs, ys, 2)
            total = total + self.mse(self.net(xq, fast), yq)
        self.optimizer.zero_grad()
        total.backward()
        self.optimizer.step()
        return total.item() / len(tasks)

def task():
    a = r.rand()
    x = torch.tensor(r.randn(10, 2), dtype=torch.float32)
    y = (x.sum(1, keepdim=True) * a)
    return x[:5], y[:5], x[5:], y[5:]

m1 = MetaLearner(0.05, 0.01, False)
losses = [m1.step([task() for _ in range(3)]) for _ in range(12)]
m2 = MetaLearner(0.05, 0.01, True)
losses += [m2.step([task() for _ in range(3)]) for _ in range(12)]
