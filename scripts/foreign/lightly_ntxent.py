# packages: lightly
# needs: tqdm hydra-core omegaconf pytorch_lightning
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from lightly.loss import NTXentLoss
from lightly.models.modules.heads import SimCLRProjectionHead

torch.manual_seed(0)


class SimCLR(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(
            nn.Conv2d(3, 8, 3, stride=2), nn.ReLU(), nn.AdaptiveAvgPool2d(1)
        )
        self.head = SimCLRProjectionHead(8, 8, 4)

    def forward(self, x):
        return self.head(self.backbone(x).flatten(start_dim=1))


model = SimCLR()
criterion = NTXentLoss(temperature=0.5)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(5):
    x0 = torch.from_numpy(rng.standard_normal((4, 3, 16, 16)).astype(np.float32))
    x1 = torch.from_numpy(rng.standard_normal((4, 3, 16, 16)).astype(np.float32))
    optimizer.zero_grad()
    loss = criterion(model(x0), model(x1))
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
