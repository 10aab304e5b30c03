"""A classifier that trains from loaders over tensors and over a dataset of its own."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import ConcatDataset, DataLoader, Dataset, Subset, TensorDataset


class Points(Dataset):
    """Points and the side of a line that they are on, as a CSV file would hold them."""

    def __init__(self, count, seed, transform=None):
        super().__init__()
        rng = np.random.default_rng(seed)
        self.points = rng.standard_normal((count, 4)).astype(np.float32)
        self.labels = (self.points.sum(axis=1) > 0).astype(np.int64)
        self.transform = transform

    def __len__(self):
        return len(self.points)

    def __getitem__(self, index):
        point = torch.from_numpy(self.points[index])
        if self.transform is not None:
            point = self.transform(point)
        return {"point": point, "label": int(self.labels[index])}


def in_pairs(samples):
    points = torch.stack([sample["point"] for sample in samples])
    return points, torch.tensor([sample["label"] for sample in samples])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 16)
        self.out = nn.Linear(16, 2)

    def forward(self, x):
        return self.out(nn.functional.relu(self.hidden(x)))


def train_epoch(net, loader: DataLoader, optimizer):
    net.train()
    seen = 0
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        seen += y.size(0)
        if i % 5 == 0:
            print(f"[{seen}/{len(loader.dataset)}] batch {i} of {len(loader)}")
    return seen


def evaluate(net, loader):
    net.eval()
    correct = 0
    with torch.no_grad():
        for batch in loader:
            predicted = net(batch["point"]).argmax(dim=1)
            correct += (predicted == batch["label"]).sum().item()
    return correct / len(loader.dataset)


losses = []
held = Points(22, seed=3)
tensors = TensorDataset(torch.from_numpy(held.points), torch.from_numpy(held.labels))
options = {"num_workers": 0, "pin_memory": False}
loaders = [
    DataLoader(tensors, batch_size=4, shuffle=False, **options),
    DataLoader(
        ConcatDataset([Points(9, 1), Points(8, 2, transform=lambda point: point * 2)]),
        batch_size=5,
        collate_fn=in_pairs,
        drop_last=True,
    ),
]
test_loader = DataLoader(Subset(held, range(3, 20)), batch_size=8)

net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
for epoch in range(4):
    for loader in loaders:
        print(f"epoch {epoch}: {train_epoch(net, loader, optimizer)} samples")
    losses.append(evaluate(net, test_loader))
losses.append(float(next(iter(loaders[0]))[1].sum()))
