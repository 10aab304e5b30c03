# two processes
"""Data-parallel training as torchrun starts it: DistributedSampler, DDP, averaged losses."""

import os

import numpy as np
import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

losses = []


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(8, 16)
        self.bn = nn.BatchNorm1d(16)
        self.fc2 = nn.Linear(16, 16)
        self.fc3 = nn.Linear(16, 4)

    def features(self, x):
        return torch.relu(self.bn(self.fc1(x)))

    def forward(self, x):
        return self.fc3(torch.relu(self.fc2(self.features(x))))


def reduce_mean(value, world_size):
    value = value.detach().clone()
    dist.all_reduce(value, op=dist.ReduceOp.SUM)
    return value / world_size


def main():
    local_rank = int(os.environ["LOCAL_RANK"])
    dist.init_process_group(backend="gloo", init_method="env://")
    rank = dist.get_rank()
    world_size = dist.get_world_size()
    torch.manual_seed(rank)
    device = torch.device("cpu", local_rank)

    rows = np.random.RandomState(0)
    inputs = torch.from_numpy(rows.randn(60, 8).astype(np.float32))
    labels = torch.from_numpy(rows.randint(0, 4, 60))
    dataset = TensorDataset(inputs, labels)
    sampler = DistributedSampler(dataset, num_replicas=world_size, rank=rank, shuffle=False)
    loader = DataLoader(dataset, batch_size=8, sampler=sampler, drop_last=True)

    model = Net().to(device)
    model = DDP(model, device_ids=None)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    criterion = nn.CrossEntropyLoss()

    for epoch in range(8):
        sampler.set_epoch(epoch)
        model.train()
        for x, y in loader:
            x, y = x.to(device), y.to(device)
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            losses.append(reduce_mean(loss, world_size).item())

        model.eval()
        with torch.no_grad():
            losses.append(model.module.features(inputs).sum().item())
        if rank == 0:
            print(epoch, losses[-1])
        dist.barrier()

    seen = [None for _ in range(world_size)]
    dist.all_gather_object(seen, {"rank": rank, "batches": len(loader)})
    losses.append(sum(item["batches"] for item in seen))
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
