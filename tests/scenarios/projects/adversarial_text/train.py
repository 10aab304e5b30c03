import numpy as np
import torch
from models.reader import Reader
from torch import nn, optim
from utils.attacks import OneStep, SeveralSteps

rng = np.random.default_rng(3)
losses = []


def batches(count):
    for _ in range(count):
        ids = rng.integers(0, 40, (8, 10))
        yield torch.from_numpy(ids), torch.from_numpy(ids.sum(axis=1) % 3)


def train(net, data, optimizer, criterion, kind=None, rounds=3):
    if kind == "one":
        one = OneStep(net)
    elif kind == "several":
        several = SeveralSteps(net)
    net.train()
    for ids, y in data:
        optimizer.zero_grad()
        loss = criterion(net(ids), y)
        loss.backward()
        if kind == "one":
            one.move()
            criterion(net(ids), y).backward()
            one.undo()
        elif kind == "several":
            several.keep_gradients()
            for t in range(rounds):
                several.move(is_first=(t == 0))
                if t != rounds - 1:
                    optimizer.zero_grad()
                else:
                    several.give_gradients_back()
                worse = criterion(net(ids), y)
                worse.backward()
            several.undo()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        losses.append(loss.item())


net = Reader()
adam = optim.Adam(net.parameters(), lr=0.01)
train(net, batches(6), adam, nn.CrossEntropyLoss(), "one")
train(net, batches(6), adam, nn.CrossEntropyLoss(), "several")
train(net, batches(3), adam, nn.CrossEntropyLoss())
