"""Classes with centers: one backward call, two optimizers, and gradients scaled and clipped between."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import clip_grad_norm_

losses = []
rng = np.random.default_rng(0)


class CenterLoss(nn.Module):
    def __init__(self, num_classes=10, feat_dim=2):
        super().__init__()
        self.num_classes = num_classes
        self.centers = nn.Parameter(torch.zeros(num_classes, feat_dim))

    def forward(self, x, labels):
        batch_size = x.size(0)
        distances = (
            torch.pow(x, 2).sum(dim=1, keepdim=True).expand(batch_size, self.num_classes)
            + torch.pow(self.centers, 2)
            .sum(dim=1, keepdim=True)
            .expand(self.num_classes, batch_size)
            .t()
        )
        distances.addmm_(x, self.centers.t(), beta=1, alpha=-2)
        classes = torch.arange(self.num_classes).long()
        labels = labels.unsqueeze(1).expand(batch_size, self.num_classes)
        mask = labels.eq(classes.expand(batch_size, self.num_classes))
        return (distances * mask.float()).clamp(min=1e-12, max=1e12).sum() / batch_size


class Net(nn.Module):
    def __init__(self, num_classes):
        super().__init__()
        self.fc1 = nn.Linear(6, 12)
        self.fc2 = nn.Linear(12, 2)
        self.prelu = nn.PReLU()
        self.fc3 = nn.Linear(2, num_classes)

    def forward(self, x):
        features = self.prelu(self.fc2(torch.tanh(self.fc1(x))))
        return features, self.fc3(features)


def main():
    model = Net(5)
    criterion_xent = nn.CrossEntropyLoss()
    criterion_cent = CenterLoss(num_classes=5)
    optimizer_model = torch.optim.SGD(model.parameters(), lr=0.1, weight_decay=5e-4, momentum=0.9)
    optimizer_centloss = torch.optim.SGD(criterion_cent.parameters(), lr=0.5)
    batches = [(rng.standard_normal((6, 6)), rng.integers(0, 5, 6)) for _ in range(5)]
    loader = [(torch.tensor(x, dtype=torch.float32), torch.tensor(y)) for x, y in batches]
    for epoch in range(3):
        train(model, criterion_xent, criterion_cent, optimizer_model, optimizer_centloss, loader)
        clipped(model, criterion_cent, loader, 0.2 if epoch else None)
        optional(model, criterion_cent, loader, torch.optim.SGD(model.parameters(), lr=0.1))


def train(model, criterion_xent, criterion_cent, optimizer_model, optimizer_centloss, loader):
    weight = 0.1
    for data, labels in loader:
        features, outputs = model(data)
        loss_xent = criterion_xent(outputs, labels)
        loss_cent = criterion_cent(features, labels)
        loss_cent *= weight
        loss = loss_xent + loss_cent
        optimizer_model.zero_grad()
        optimizer_centloss.zero_grad()
        loss.backward()
        optimizer_model.step()
        for param in criterion_cent.parameters():
            param.grad.data *= 1.0 / weight
        optimizer_centloss.step()
        losses.append(loss.item())


def clipped(model, centers, loader, limit):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    center_optimizer = torch.optim.SGD(centers.parameters(), lr=0.5)
    for data, labels in loader:
        optimizer.zero_grad()
        center_optimizer.zero_grad()
        features, outputs = model(data)
        loss = F.cross_entropy(outputs, labels) + 0.01 * centers(features, labels)
        loss.backward()
        if limit is not None:
            clip_grad_norm_(model.parameters(), limit)
        clip_grad_norm_(centers.parameters(), 0.001)
        for param in centers.parameters():
            param.grad.data *= 1.0 / 0.01
        optimizer.step()
        center_optimizer.step()
        losses.append(loss.item())


def clip_gradient(optimizer, grad_clip):
    for group in optimizer.param_groups:
        for param in group["params"]:
            if param.grad is not None:
                param.grad.data.clamp_(-grad_clip, grad_clip)


def optional(model, centers, loader, optimizer):
    made = torch.optim.Adam(centers.parameters(), lr=0.1)
    for center_optimizer in (None, made):
        step(model, centers, loader, optimizer, center_optimizer, 0.05)


def step(model, centers, loader, optimizer, center_optimizer, grad_clip):
    for data, labels in loader:
        features, outputs = model(data)
        loss = F.cross_entropy(outputs, labels) + 0.1 * centers(features, labels)
        optimizer.zero_grad()
        if center_optimizer is not None:
            center_optimizer.zero_grad()
        loss.backward()
        if grad_clip is not None:
            clip_gradient(optimizer, grad_clip)
            if center_optimizer is not None:
                clip_gradient(center_optimizer, grad_clip)
        optimizer.step()
        if center_optimizer is not None:
            center_optimizer.step()
        losses.append(loss.item())


main()
