# packages: lightly
# needs: tqdm hydra-core omegaconf pytorch_lightning
import numpy as np
import torch
import torch.nn as nn
from lightly.loss import (
    DCLLoss, DCLWLoss, KoLeoLoss, MACLLoss, NegativeCosineSimilarity, NTXentLoss, TiCoLoss,
)
from lightly.models.modules import MoCoProjectionHead, SimSiamPredictionHead, SimSiamProjectionHead
from lightly.utils.scheduler import CosineWarmupScheduler, cosine_schedule

torch.manual_seed(0)
rng = np.random.default_rng(0)
backbone = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 8))
project = SimSiamProjectionHead(8, 8, 8)
predict = SimSiamPredictionHead(8, 4, 8)
moco = MoCoProjectionHead(8, 8, 8)
model = nn.ModuleList([backbone, project, predict, moco])
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
scheduler = CosineWarmupScheduler(optimizer, warmup_epochs=2, max_epochs=8)
pairwise = [NTXentLoss(temperature=0.5), DCLLoss(), DCLWLoss(), TiCoLoss(), MACLLoss()]
losses = []
for step in range(4):
    a, b = (torch.from_numpy(rng.standard_normal((16, 12)).astype(np.float32)) for _ in range(2))
    f0, f1 = backbone(a), backbone(b)
    z0, z1 = project(f0), project(f1)
    p0, p1 = predict(z0), predict(z1)
    loss = 0.5 * (NegativeCosineSimilarity()(p0, z1.detach()) + NegativeCosineSimilarity()(p1, z0.detach()))
    loss = loss + 0.1 * KoLeoLoss()(f0)
    m0, m1 = moco(f0), moco(f1)
    for criterion in pairwise:
        loss = loss + 0.1 * criterion(m0, m1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
    losses += [loss.item(), optimizer.param_groups[0]["lr"], cosine_schedule(step, 10, 0.9, 1.0)]
