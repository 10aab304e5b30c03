"""An optimizer around another one: it climbs to a higher loss, and steps with the gradients found there;
both passes of a batch clear what they leave, and the rate falls."""

import numpy as np
import torch
from torch import nn

losses = []


class Climbing(torch.optim.Optimizer):
    def __init__(self, params, inner, radius=0.1, **options):
        super().__init__(params, dict(radius=radius, **options))
        self.inner = inner(self.param_groups, **options)
        self.param_groups = self.inner.param_groups

    @torch.no_grad()
    def climb(self, zero_grad=False):
        length = self._length()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                ahead = group["radius"] * p.grad / (length + 1e-12)
                self.state[p]["ahead"] = ahead
                p.add_(ahead)
        if zero_grad:
            self.zero_grad()

    @torch.no_grad()
    def descend(self, zero_grad=False):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.sub_(self.state[p]["ahead"])
        self.inner.step()
        if zero_grad:
            self.zero_grad()

    @torch.no_grad()
    def step(self, closure=None):
        closure = torch.enable_grad()(closure)
        self.climb(zero_grad=True)
        closure()
        self.descend()

    def _length(self):
        norms = [p.grad.norm() for group in self.param_groups for p in group["params"]]
        return torch.stack(norms).norm()


model = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3))
optimizer = Climbing(model.parameters(), torch.optim.SGD, lr=0.2, momentum=0.9)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=8, gamma=0.5)
criterion = nn.CrossEntropyLoss()
numbers = np.random.RandomState(0)
for step in range(20):
    x = torch.from_numpy(numbers.randn(8, 6).astype(np.float32))
    y = x[:, :3].argmax(1)
    output = model(x)
    loss = criterion(output, y)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.climb(zero_grad=True)

    criterion(model(x), y).backward()
    optimizer.descend(zero_grad=True)
    scheduler.step()
    losses.append(loss.item())
