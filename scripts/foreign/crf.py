# packages: pytorch-crf
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torchcrf import CRF

torch.manual_seed(0)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.emissions = nn.Linear(6, 5)
        self.crf = CRF(5, batch_first=True)

    def forward(self, x, tags, mask):
        return -self.crf(self.emissions(x), tags, mask=mask, reduction="mean")


model = Tagger()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x = torch.from_numpy(rng.standard_normal((3, 7, 6)).astype(np.float32))
    tags = torch.from_numpy(rng.integers(0, 5, (3, 7)))
    mask = torch.tensor([[1] * 7, [1] * 5 + [0] * 2, [1] * 3 + [0] * 4], dtype=torch.bool)
    optimizer.zero_grad()
    loss = model(x, tags, mask)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
