"""A regression on a stream of records: an iterable dataset, batches as dicts, two pieces of it."""

import numpy as np
import torch
from torch import nn
from torch.utils.data import ConcatDataset, DataLoader, Dataset, IterableDataset, Subset
from torch.utils.data import get_worker_info


class Records(IterableDataset):
    """Makes its records one after the other; several workers share them."""

    def __init__(self, count, seed):
        super().__init__()
        self.count = count
        self.seed = seed

    def __iter__(self):
        info = get_worker_info()
        start, step = (0, 1) if info is None else (info.id, info.num_workers)
        rng = np.random.default_rng(self.seed)
        for index in range(self.count):
            values = rng.standard_normal(4).astype(np.float32)
            if index % step == start:
                yield {"x": values, "y": float(values.sum()), "id": index}


class Kept(Dataset):
    def __init__(self, records):
        self.records = list(records)

    def __len__(self):
        return len(self.records)

    def __getitem__(self, index):
        return self.records[index]


def collate(records):
    return {
        "x": torch.stack([torch.from_numpy(record["x"]) for record in records]),
        "y": torch.tensor([record["y"] for record in records], dtype=torch.float32).unsqueeze(1),
        "ids": [record["id"] for record in records],
    }


stream = DataLoader(Records(40, 81), batch_size=4, collate_fn=collate, num_workers=0)
kept = Kept(Records(24, 82))
both = ConcatDataset([Subset(kept, range(0, 12)), Subset(kept, [23, 22, 21, 20])])
validation = DataLoader(both, batch_size=8, shuffle=False, collate_fn=collate, drop_last=True)

model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
criterion = nn.SmoothL1Loss()
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.01)
scheduler = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=5)
losses = []


def run_epoch(train=True):
    model.train(train)
    total, seen = 0.0, []
    loader = stream if train else validation
    with torch.set_grad_enabled(train):
        for i, batch in enumerate(loader):
            prediction = model(batch["x"])
            loss = criterion(prediction, batch["y"])
            if train:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                scheduler.step()
            total += loss.item()
            seen += batch["ids"]
            losses.append(loss.item())
    return total / (i + 1), seen


for epoch in range(2):
    run_epoch()
    with torch.inference_mode():
        average, seen = run_epoch(train=False)
    losses.append(average + sum(seen))
first = next(iter(validation))
losses.append(model(first["x"]).mean().item())
