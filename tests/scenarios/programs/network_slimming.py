"""Network slimming: the scales of norms get a gradient more, in a function and in a loop."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
losses = []

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 8, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 8, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(8)
        self.fc = nn.Linear(8, 4)
    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = F.relu(self.bn2(self.conv2(x)))
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))

def update_bn(model, s):
    for m in model.modules():
        if isinstance(m, nn.BatchNorm2d):
            m.weight.grad.data.add_(s * torch.sign(m.weight.data))
            m.bias.grad.data.mul_(0.5)

def update_all():
    for m in model.modules():
        if isinstance(m, (nn.BatchNorm2d, nn.Linear)):
            m.bias.grad.data.add_(0.1 * m.bias.data)

def train(loader, optimizer, s):
    model.train()
    for data, target in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(data), target)
        loss.backward()
        update_bn(model, s)
        update_all()
        optimizer.step()
        losses.append(loss.item())

def train_inline(model, loader, s):
    opt = torch.optim.SGD([{'params': model.fc.parameters()}, {'params': [p for n, p in model.named_parameters() if not n.startswith('fc')]}], lr=0.1, momentum=0.9)
    for data, target in loader:
        opt.zero_grad()
        loss = F.cross_entropy(model(data), target)
        loss.backward()
        for name, m in model.named_modules():
            if isinstance(m, nn.BatchNorm2d):
                m.weight.grad.data.add_(s * torch.sign(m.weight.data))
            elif isinstance(m, (nn.Conv2d, nn.Linear)):
                m.weight.grad *= 0.5
                losses.append(m.weight.grad.norm().item())
        opt.step()
        losses.append(loss.item())

rng = np.random.RandomState(0)
loader = [(torch.from_numpy(rng.randn(8, 3, 6, 6).astype(np.float32)), torch.from_numpy(rng.randint(0, 4, 8))) for _ in range(4)]
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for epoch in range(2):
    train(loader, optimizer, 0.01)
    train_inline(model, loader, 0.01)
losses.append(sum(m.weight.abs().sum().item() for m in model.modules() if isinstance(m, nn.BatchNorm2d)))
pruned = Net()
for m0, m1 in zip(model.modules(), pruned.modules()):
    m1.eval()
    if isinstance(m0, nn.BatchNorm2d):
        m1.weight.data = m0.weight.data.clone()
        m1.bias.data = m0.bias.data.clone()
        m1.running_mean = m0.running_mean.clone()
        m1.running_var = m0.running_var.clone()
    elif isinstance(m0, nn.Conv2d):
        m1.weight.data = m0.weight.data.clone()
    elif isinstance(m0, nn.Linear):
        m1.weight.data = m0.weight.data.clone()
        m1.bias.data = m0.bias.data.clone()
with torch.no_grad():
    losses.append(F.cross_entropy(pruned(loader[0][0]), loader[0][1]).item())
