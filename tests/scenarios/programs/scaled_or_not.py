"""One function trains with a gradient scaler or without; steps are left out for large losses."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(4)
X = torch.from_numpy(rng.standard_normal((10, 8, 5)).astype(np.float32))
Y = torch.from_numpy(rng.standard_normal((10, 8, 1)).astype(np.float32))
losses = []


def train_one_epoch(model, optimizer, scaler=None):
    for x, y in zip(X, Y):
        with torch.cuda.amp.autocast(enabled=scaler is not None):
            output = model(x)
            loss = F.mse_loss(output, y)
        optimizer.zero_grad()
        if scaler is not None:
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimizer.step()
        losses.append(loss.item())


class Trainer:
    def __init__(self, model, use_amp):
        self.model = model
        self.use_amp = use_amp
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        self.scaler = torch.cuda.amp.GradScaler(enabled=use_amp)

    def fit(self):
        for x, y in zip(X, Y):
            self.optimizer.zero_grad()
            if self.use_amp:
                with torch.cuda.amp.autocast():
                    loss = F.mse_loss(self.model(x), y)
                self.scaler.scale(loss).backward()
                self.scaler.step(self.optimizer)
                self.scaler.update()
            else:
                loss = F.mse_loss(self.model(x), y)
                loss.backward()
                self.optimizer.step()
            losses.append(loss.item())


class Branches:
    """Forward pass, backward call, clipping and step each ask whether gradients are scaled."""

    def __init__(self, model, fp16, optimizer="AdamW", steps=2):
        self.model, self.fp16, self.optimizer, self.steps = model, fp16, optimizer, steps

    def train(self, device):
        model = self.model
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.02)
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 3)
        if self.fp16:
            scaler = torch.amp.GradScaler(device, init_scale=64.0)
        model.zero_grad()
        for step, (x, y) in enumerate(zip(X, Y)):
            if self.fp16:
                with torch.cuda.amp.autocast():
                    loss = F.mse_loss(model(x), y)
            else:
                loss = F.mse_loss(model(x), y)
            if self.steps > 1:
                loss = loss / self.steps
            if self.fp16:
                scaler.scale(loss).backward()
            else:
                loss.backward()
            losses.append(loss.item())
            if (step + 1) % self.steps == 0:
                if self.fp16:
                    scaler.unscale_(optimizer)
                if self.optimizer == "AdamW":
                    nn.utils.clip_grad_norm_(model.parameters(), 0.3)
                if self.fp16:
                    scaler.step(optimizer)
                    scaler.update()
                else:
                    optimizer.step()
                scheduler.step()
                model.zero_grad()


def careful(model, optimizer):
    for x, y in zip(X, Y):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        if loss.item() < 1.2:
            optimizer.step()
        losses.append(loss.item())


first = nn.Sequential(nn.Linear(5, 12), nn.Tanh(), nn.Linear(12, 1))
optimizer = torch.optim.SGD(first.parameters(), lr=0.05, momentum=0.9)
train_one_epoch(first, optimizer)
train_one_epoch(first, optimizer, torch.amp.GradScaler("cpu", init_scale=256.0))
careful(first, optimizer)
Trainer(first, True).fit()
Trainer(first, False).fit()
Branches(first, False).train("cpu")
Branches(first, True).train("cpu")
Branches(first, True, optimizer="other", steps=1).train("cpu")
