"""The parts of a dataset, the order of its batches and the noise all come from seeded generators."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset, random_split
from torch.utils.data.distributed import DistributedSampler

steps = torch.linspace(-3, 3, 60).reshape(60, 1)
points = torch.cat([steps, steps.cos()], dim=1)
dataset = TensorDataset(points, (steps.sin().squeeze(1) > 0).long())
train_set, val_set = random_split(dataset, [0.8, 0.2], generator=torch.Generator().manual_seed(42))
generator = torch.Generator()
generator.manual_seed(7)
train_loader = DataLoader(train_set, batch_size=8, shuffle=True, generator=generator)
val_loader = DataLoader(val_set, batch_size=4)
sampler = DistributedSampler(train_set, num_replicas=2, rank=1, seed=3)
share_loader = DataLoader(train_set, batch_size=8, sampler=sampler, drop_last=True)

model = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 2))
models = [model]
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
losses = []


def train(loader):
    model.train()
    for x, y in loader:
        noise = torch.randn(x.shape, generator=generator)
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x + 0.1 * noise), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())


@torch.no_grad()
def evaluate():
    model.eval()
    return sum(F.cross_entropy(model(x), y).item() for x, y in val_loader)


for epoch in range(2):
    train(train_loader)
    sampler.set_epoch(epoch)
    train(share_loader)
    losses.append(evaluate())
for row in torch.randperm(len(dataset), generator=generator)[:5].tolist():
    losses.append(dataset[row][0].sum().item())
