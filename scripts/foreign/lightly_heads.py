# packages: lightly
# needs: tqdm hydra-core omegaconf pytorch_lightning
import numpy as np
import torch
import torch.nn as nn
from lightly.loss import BarlowTwinsLoss, DINOLoss, NegativeCosineSimilarity, SwaVLoss, VICRegLoss
from lightly.models.modules.heads import (
    BYOLPredictionHead, BYOLProjectionHead, DINOProjectionHead, SwaVProjectionHead, SwaVPrototypes, VICRegProjectionHead
)
from lightly.models.utils import deactivate_requires_grad, update_momentum

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 8, 3, stride=2), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.byol = BYOLProjectionHead(8, 16, 8)
        self.predict = BYOLPredictionHead(8, 16, 8)
        self.dino = DINOProjectionHead(8, 16, 8, 12, batch_norm=True)
        self.vicreg = VICRegProjectionHead(8, 16, 8)
        self.swav = SwaVProjectionHead(8, 16, 8)
        self.prototypes = SwaVPrototypes(8, 6, n_steps_frozen_prototypes=0)

    def forward(self, x):
        found = self.backbone(x)
        projected = self.byol(found)
        swav = nn.functional.normalize(self.swav(found), dim=1)
        return self.predict(projected), projected, self.dino(found), self.vicreg(found), self.prototypes(swav)


student = Net()
student(torch.zeros(2, 3, 16, 16))
teacher = Net()
teacher.load_state_dict(student.state_dict())
deactivate_requires_grad(teacher)
cosine, dino = NegativeCosineSimilarity(), DINOLoss(output_dim=12, warmup_teacher_temp_epochs=2)
vicreg, barlow, swav = VICRegLoss(), BarlowTwinsLoss(), SwaVLoss()
optimizer = torch.optim.SGD(student.parameters(), lr=0.05, momentum=0.9)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    update_momentum(student, teacher, m=0.99)
    one, other = (torch.from_numpy(rng.standard_normal((4, 3, 16, 16)).astype(np.float32)) for _ in range(2))
    with torch.no_grad():
        _, target, seen, _, _ = teacher(other)
        _, _, seen_too, _, _ = teacher(one)
    predicted, _, guess, spread, codes = student(one)
    _, _, guess_too, spread_too, codes_too = student(other)
    parts = [
        cosine(predicted, target), dino([seen, seen_too], [guess, guess_too], epoch=step), vicreg(spread, spread_too),
        barlow(spread, spread_too), swav([codes, codes_too], []),
    ]
    loss = sum(parts)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses += [part.item() for part in parts]
