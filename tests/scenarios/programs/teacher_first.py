"""A script trains a teacher, freezes it, and lets it teach a student under the same names."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class ConvBlock(nn.Sequential):
    def __init__(self, inputs, outputs, stride=1, groups=1):
        super(ConvBlock, self).__init__(
            nn.Conv2d(inputs, outputs, 3, stride, 1, groups=groups, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU6(inplace=True),
        )


class Net(nn.Module):
    def __init__(self, width, classes=4):
        super().__init__()
        self.features = nn.Sequential(ConvBlock(3, width, 2), ConvBlock(width, width, groups=width))
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.classifier = nn.Linear(width, classes)

    def forward(self, x):
        features = torch.flatten(self.pool(self.features(x)), 1)
        return self.classifier(features), features


class DistillationLoss(nn.Module):
    def __init__(self, temperature=4.0, alpha=0.7):
        super().__init__()
        self.T, self.alpha = temperature, alpha
        self.kl = nn.KLDivLoss(reduction="batchmean")
        self.ce = nn.CrossEntropyLoss(label_smoothing=0.1)

    def forward(self, student, teacher, y):
        soft = self.kl(F.log_softmax(student / self.T, dim=1), F.softmax(teacher / self.T, dim=1))
        return self.alpha * soft * self.T * self.T + (1.0 - self.alpha) * self.ce(student, y)


losses = []
if __name__ == "__main__":
    rng = np.random.RandomState(0)
    X = torch.from_numpy(rng.rand(24, 3, 8, 8)).float(); Y = torch.from_numpy(rng.randint(0, 4, 24)).long()
    teacher, student = Net(8), Net(4)
    ce = nn.CrossEntropyLoss()
    # ---- the teacher ----
    opt = optim.SGD(teacher.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=5e-4)
    sched = optim.lr_scheduler.MultiStepLR(opt, milestones=[2, 3], gamma=0.1)
    for epoch in range(4):
        teacher.train()
        for i in range(0, 24, 8):
            x, y = X[i:i + 8], Y[i:i + 8]
            lam = rng.beta(1.0, 1.0)
            index = torch.from_numpy(rng.permutation(x.size(0)))
            ya, yb = y, y[index]
            out, _ = teacher(lam * x + (1 - lam) * x[index, :])
            loss = ce(out, ya) * lam + ce(out, yb) * (1.0 - lam)
            opt.zero_grad(); loss.backward(); opt.step()
            losses.append(loss.item())
        sched.step()
    # ---- the student ----
    teacher.eval()
    for p in teacher.parameters():
        p.requires_grad = False
    distil = DistillationLoss()
    opt = optim.SGD(student.parameters(), lr=1e-2, momentum=0.9)
    sched = optim.lr_scheduler.CosineAnnealingLR(opt, T_max=4, eta_min=1e-4)
    for epoch in range(4):
        student.train()
        for i in range(0, 24, 8):
            x, y = X[i:i + 8], Y[i:i + 8]
            with torch.no_grad():
                taught, _ = teacher(x)
            opt.zero_grad(); out, _ = student(x); loss = distil(out, taught, y)
            loss.backward(); opt.step()
            losses.append(loss.item())
        sched.step()
