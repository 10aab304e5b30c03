"""Loops that leave early, ask late, and keep their steps behind all kinds of statements."""

from contextlib import suppress

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

rng = np.random.default_rng(3)
X = torch.from_numpy(rng.standard_normal((12, 6, 5)).astype(np.float32))
Y = torch.from_numpy(rng.standard_normal((12, 6, 1)).astype(np.float32))
OPTIONS = {"max_norm": 0.2, "norm_type": 2}
losses, log = [], []
count = 0


class Section:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


def made():
    return nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1))


def leaves_rounds():
    net = made()
    sgd = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for epoch in range(2):
        for i, (x, y) in enumerate(zip(X, Y)):
            if i % 5 == 0:
                continue
            sgd.zero_grad()
            loss = F.mse_loss(net(x), y)
            losses.append(loss.item())
            if loss.item() > 2.0:
                continue
            if i == 9:
                break
            loss.backward()
            sgd.step()


def waits_for_more():
    net = made()
    adam = torch.optim.Adam(net.parameters(), lr=0.01)
    for i, (x, y) in enumerate(zip(X, Y)):
        loss = F.mse_loss(net(x), y)
        losses.append(loss.item())
        with Section():
            (loss / 3).backward()
        if i % 3 < 2:
            continue
        with Section():
            adam.step()
        adam.zero_grad()


def fails_sometimes():
    net = made()
    rms = torch.optim.RMSprop(net.parameters(), lr=0.01)
    for i, (x, y) in enumerate(zip(X, Y)):
        rms.zero_grad()
        try:
            loss = F.mse_loss(net(x), y)
            if i == 7:
                raise ValueError("no")
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), **OPTIONS)
            rms.step()
        except ValueError:
            losses.append(-1.0)
            continue
        losses.append(loss.item())


def is_suppressed():
    net = made()
    quiet = torch.optim.SGD(net.parameters(), lr=0.05)
    for i, (x, y) in enumerate(zip(X, Y)):
        quiet.zero_grad()
        loss = F.mse_loss(net(x), y)
        with suppress(ValueError):
            if i % 3 == 0:
                raise ValueError
            loss.backward()
        quiet.step()
        losses.append(loss.item())


def tick(value):
    global count
    count += 1
    losses.append(value)


def asks_what_functions_change():
    net = made()
    asked = torch.optim.SGD(net.parameters(), lr=0.05)
    seen, turns = [], 0

    def turn():
        nonlocal turns
        turns += 1

    for x, y in zip(X, Y):
        asked.zero_grad()
        loss = F.mse_loss(net(x), y)
        tick(loss.item())
        seen.append(loss.item())
        turn()
        if count % 3 and len(seen) % 4 and turns != 7:
            loss.backward()
            asked.step()


def is_not_finite():
    net = made()
    finite = torch.optim.SGD(net.parameters(), lr=0.05)
    for i, (x, y) in enumerate(zip(X, Y)):
        if i == 5:
            x = x * float("nan")
        finite.zero_grad()
        loss = F.mse_loss(net(x), y)
        log.append(i)
        if torch.isfinite(loss):
            losses.append(loss.item())
            loss.backward()
            finite.step()


def clips_in_sections():
    net = made()
    clipped = torch.optim.SGD(net.parameters(), lr=0.05)
    for x, y in zip(X, Y):
        with Section():
            clipped.zero_grad()
        with Section():
            loss = F.mse_loss(net(x), y)
        with Section():
            loss.backward()
        with Section():
            norm = nn.utils.clip_grad_norm_(net.parameters(), 0.3)
        losses.append(float(norm))
        with Section():
            clipped.step()


class Pair:
    """Two optimizers, and a loss of both networks in a method."""

    def __init__(self):
        self.a, self.b = nn.Linear(5, 1), nn.Linear(5, 1)
        self.first = torch.optim.SGD(self.a.parameters(), lr=0.1)
        self.second = torch.optim.SGD(self.b.parameters(), lr=0.1)

    def both(self, x, y):
        return F.mse_loss(self.a(x) + self.b(x), y)

    def run(self):
        for x, y in zip(X, Y):
            self.first.zero_grad()
            self.second.zero_grad()
            one = self.both(x, y)
            one.backward()
            two = F.l1_loss(self.a(x), y)
            two.backward()
            self.first.step()
            self.second.step()
            losses.append(one.item() + two.item())


leaves_rounds()
waits_for_more()
fails_sometimes()
is_suppressed()
asks_what_functions_change()
is_not_finite()
clips_in_sections()
Pair().run()
