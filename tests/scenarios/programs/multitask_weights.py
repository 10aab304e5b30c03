"""Multi-task learning with uncertainties (Kendall) as parameters and param groups."""
import numpy as np
import torch
from torch import nn
import torch.nn.functional as F

rng = np.random.default_rng(3)


class MultiTaskNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(10, 32), nn.ELU(), nn.Linear(32, 16), nn.ELU())
        self.heads = nn.ModuleDict({"reg": nn.Linear(16, 1), "cls": nn.Linear(16, 3), "bin": nn.Linear(16, 1)})

    def forward(self, x):
        h = self.backbone(x)
        return {name: head(h) for name, head in self.heads.items()}


class MultiTaskLoss(nn.Module):
    def __init__(self, n_tasks):
        super().__init__()
        self.log_vars = nn.Parameter(torch.zeros(n_tasks))

    def forward(self, task_losses):
        total = 0
        for i, loss in enumerate(task_losses):
            precision = torch.exp(-self.log_vars[i])
            total += precision * loss + self.log_vars[i]
        return total


net = MultiTaskNet()
mtl = MultiTaskLoss(3)
optimizer = torch.optim.AdamW([
    {"params": net.backbone.parameters(), "lr": 1e-3},
    {"params": net.heads.parameters()},
    {"params": mtl.parameters(), "weight_decay": 0.0},
], lr=5e-3, weight_decay=1e-2)
warmup = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 10))

X = torch.from_numpy(rng.standard_normal((64, 10)).astype(np.float32))
targets = {
    "reg": torch.from_numpy(rng.standard_normal((64, 1)).astype(np.float32)),
    "cls": torch.from_numpy(rng.integers(0, 3, 64)),
    "bin": torch.from_numpy(rng.integers(0, 2, (64, 1)).astype(np.float32)),
}
losses = []
for epoch in range(3):
    perm = rng.permutation(64)
    for idx in np.split(perm, 8):
        batch = {k: v[idx] for k, v in targets.items()}
        out = net(X[idx])
        loss_reg = F.smooth_l1_loss(out["reg"], batch["reg"])
        loss_cls = F.cross_entropy(out["cls"], batch["cls"])
        loss_bin = F.binary_cross_entropy_with_logits(out["bin"], batch["bin"])
        loss = mtl([loss_reg, loss_cls, loss_bin])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(list(net.parameters()) + list(mtl.parameters()), max_norm=1.0)
        optimizer.step()
        warmup.step()
        losses += [loss.item(), loss_cls.item()]
