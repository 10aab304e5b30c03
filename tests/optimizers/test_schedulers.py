"""Each scheduler of torch gives the same learning rate at every step when it is migrated."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from .conftest import Outcomes

PROGRAM = """\
import bisect
import math

import numpy as np
import torch
from torch import nn, optim
from torch.optim import lr_scheduler
from torch.optim.swa_utils import SWALR

net = nn.Linear(3, 1)
optimizer = {optimizer}
{scheduler}
for epoch in range({epochs}):
    {step}
    for group in optimizer.param_groups:
        seen.append(group["lr"])
    seen.append({read})
"""
GROUPS = "optim.SGD([{'params': [net.weight], 'lr': 0.05}, {'params': [net.bias]}], lr=0.1, momentum=0.9)"
ADAMW = "optim.AdamW(net.parameters(), lr=0.01)"
STEP, READ = "scheduler.step()", "scheduler.get_last_lr()[0]"
MOMENTUM = "optimizer.param_groups[0]['momentum']"


def program(
    scheduler: str,
    step: str = STEP,
    read: str = READ,
    epochs: int = 24,
    optimizer: str = GROUPS,
) -> str:
    if "=" not in scheduler.partition("(")[0] and "\n" not in scheduler:
        scheduler = f"scheduler = {scheduler}"
    return PROGRAM.format(
        optimizer=optimizer, scheduler=scheduler, step=step, read=read, epochs=epochs
    )


WARM_UP = """\
def factor(step):
    if step < 5:
        return float(step) / float(max(1, 5))
    progress = float(step - 5) / float(max(1, 24 - 5))
    return max(0.0, 0.5 * (1.0 + math.cos(math.pi * 0.5 * 2.0 * progress)))


scheduler = lr_scheduler.LambdaLR(optimizer, factor)
"""
CLASS = """\
class Schedule:
    def __init__(self, total):
        self.total = total

    def step(self, epoch):
        return 1.0 - max(0, epoch - 3) / float(self.total)


scheduler = lr_scheduler.LambdaLR(optimizer, lr_lambda=Schedule(40).step)
"""
OF_USER = """\
class WarmUp(lr_scheduler.{base}):
    def __init__(self, optimizer, steps, last_epoch=-1):
        self.steps = steps
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        jump = 0.5 if self.last_epoch in {{9, 11}} else 1.0
        part = min(1.0, (self.last_epoch + 1) / self.steps)
        return [base * part * jump for base in self.base_lrs]


scheduler = WarmUp(optimizer, 6)
"""
WITHIN_STEP = """\
class WarmUp(lr_scheduler._LRScheduler):
    def __init__(self, optimizer, steps, last_epoch=-1, verbose=False):
        self.steps = steps
        given = (verbose,) if lr_scheduler.__name__.startswith("mindspore") else ()
        super().__init__(optimizer, last_epoch, *given)

    def get_lr(self):
        scale = 1.0 if self._get_lr_called_within_step else 100.0
        return [scale * base * (self.last_epoch + 1) / self.steps for base in self.base_lrs]


scheduler = WarmUp(optimizer, 6)
"""
AROUND_ANOTHER = """\
class WarmUp(lr_scheduler._LRScheduler):
    def __init__(self, optimizer, steps, after):
        self.steps = steps
        self.after = after
        super().__init__(optimizer)

    def get_lr(self):
        return [base * (self.last_epoch + 1) / self.steps for base in self.base_lrs]

    def step(self, epoch=None):
        if self.last_epoch < self.steps - 1:
            return super().step(epoch)
        self.after.step()
        self._last_lr = self.after.get_last_lr()


scheduler = WarmUp(optimizer, 6, lr_scheduler.ExponentialLR(optimizer, 0.9))
"""
RESUMED = """\
scheduler.step()
    if epoch == 8:
        state, rates = scheduler.state_dict(), optimizer.state_dict()
    if epoch == 13:
        scheduler.load_state_dict(state)
        optimizer.load_state_dict(rates)"""
WARM_BY_HAND = """\
if epoch < 5:
        for g in optimizer.param_groups:
            g["lr"] = 0.1 * (epoch + 1) / 5
    scheduler.step()"""
ADJUST = """\
def adjust_learning_rate(optimizer, epoch, lr):
    lr = lr * (0.1 ** (epoch // 5))
    for param_group in optimizer.param_groups:
        param_group["lr"] = lr


scheduler = None
"""
SCALE = """\
def get_lr(optimizer):
    for group in optimizer.param_groups:
        return group["lr"]


def set_lr(optimizer, value):
    for i, group in enumerate(optimizer.param_groups):
        group["lr"] = value * (i + 1)


scheduler = None
"""
LINEAR = "lr_scheduler.LinearLR(optimizer, 0.1, total_iters=5)"

PROGRAMS: Mapping[str, str] = {
    "step": program("lr_scheduler.StepLR(optimizer, 4)"),
    "step, whole gamma": program("lr_scheduler.StepLR(optimizer, step_size=4, gamma=1)"),
    "step by epoch": program("lr_scheduler.StepLR(optimizer, 4)", "scheduler.step(epoch)"),
    "steps": program("lr_scheduler.MultiStepLR(optimizer, milestones=[5, 12, 20], gamma=0.5)"),
    "steps, range": program("lr_scheduler.MultiStepLR(optimizer, range(3, 20, 3), gamma=0.5)"),
    "steps, twice": program("lr_scheduler.MultiStepLR(optimizer, (5, 5, 9))"),
    "steps, floats": program("lr_scheduler.MultiStepLR(optimizer, [24 * 0.5, 24 * 0.7])"),
    "steps by epoch": program(
        "lr_scheduler.MultiStepLR(optimizer, [5, 9])", "scheduler.step(epoch)"
    ),
    "constant": program("lr_scheduler.ConstantLR(optimizer, factor=0.25, total_iters=6)"),
    "linear": program("lr_scheduler.LinearLR(optimizer)"),
    "linear, down": program(
        "lr_scheduler.LinearLR(optimizer, 1.0, end_factor=0.05, total_iters=20)"
    ),
    "exponential": program("lr_scheduler.ExponentialLR(optimizer, gamma=0.9)"),
    "polynomial": program("lr_scheduler.PolynomialLR(optimizer, total_iters=20, power=2)"),
    "polynomial, root": program("lr_scheduler.PolynomialLR(optimizer, 30, 0.9)"),
    "cosine": program("lr_scheduler.CosineAnnealingLR(optimizer, 10)"),
    "cosine, on and on": program(
        "lr_scheduler.CosineAnnealingLR(optimizer, T_max=7, eta_min=1e-3)", epochs=40
    ),
    "cosine, per step": program(
        "lr_scheduler.CosineAnnealingLR(optimizer, T_max=40000)",
        "scheduler.step(39960 + 3 * epoch)",
    ),
    "cosine, half epochs": program("lr_scheduler.CosineAnnealingLR(optimizer, T_max=15 / 2)"),
    "restarts": program("lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 5)"),
    "restarts, longer": program(
        "lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=3, T_mult=2, eta_min=1e-4)"
    ),
    "restarts by epoch": program(
        "lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=4)",
        "scheduler.step(epoch + 1 / 3)",
    ),
    "restarts, longer, by epoch": program(
        "lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 3, 2)", "scheduler.step(epoch + 0.5)"
    ),
    "triangles": program(
        "lr_scheduler.CyclicLR(optimizer, 0.01, 0.1, step_size_up=5, step_size_down=7, "
        "cycle_momentum=False)"
    ),
    "triangles, halved": program(
        "lr_scheduler.CyclicLR(optimizer, [0.01, 0.02], [0.1, 0.3], 4, mode='triangular2')",
        read=MOMENTUM,
    ),
    "triangles, of a function": program(
        "lr_scheduler.CyclicLR(optimizer, 0.01, 0.1, step_size_up=4, cycle_momentum=False, "
        "scale_fn=lambda x: 1 / (5 ** (x * 0.01)), scale_mode='iterations')"
    ),
    "one cycle": program("lr_scheduler.OneCycleLR(optimizer, max_lr=0.5, total_steps=25)"),
    "one cycle, by epochs": program(
        "lr_scheduler.OneCycleLR(optimizer, max_lr=[0.5, 0.1], epochs=4, steps_per_epoch=8, "
        "pct_start=0.2)",
        read=MOMENTUM,
    ),
    "one cycle, three phases": program(
        "lr_scheduler.OneCycleLR(optimizer, 0.5, 40, anneal_strategy='linear', three_phase=True, "
        "div_factor=10, final_div_factor=100)"
    ),
    "one cycle of AdamW": program(
        "lr_scheduler.OneCycleLR(optimizer, 0.5, total_steps=40)",
        read="optimizer.param_groups[0]['betas'][0]",
        optimizer=ADAMW,
    ),
    "lambda": program("lr_scheduler.LambdaLR(optimizer, lr_lambda=lambda epoch: 0.95 ** epoch)"),
    "lambdas": program(
        "lr_scheduler.LambdaLR(optimizer, [lambda e: 1 / (e + 1), lambda e: 0.9 ** (e // 5)])"
    ),
    "warm-up and cosine": program(WARM_UP),
    "lambda, a list": program(
        "table = [1 / (1 + i) for i in range(40)]\n"
        "scheduler = lr_scheduler.LambdaLR(optimizer, lambda e: table[e])\n"
    ),
    "lambda, a dict": program(
        "table = {3: 0.5, 9: 0.1}\n"
        "scheduler = lr_scheduler.LambdaLR(optimizer, lambda e: table.get(e, 1.0))\n"
    ),
    "lambda, a set": program(
        "lr_scheduler.LambdaLR(optimizer, lambda e: 0.1 if e in {3, 9} else 1.0)"
    ),
    "lambda, bisect": program(
        "lr_scheduler.LambdaLR(optimizer, lambda e: 0.1 ** bisect.bisect([5, 10], e))"
    ),
    "lambda, transformer": program(
        "lr_scheduler.LambdaLR(optimizer, lambda s: min((s + 1) ** -0.5, (s + 1) * 10 ** -1.5))"
    ),
    "lambda, numpy": program(
        "lr_scheduler.LambdaLR(optimizer, lambda s: np.interp([s], [0, 10, 30], [0, 1, 0])[0])"
    ),
    "lambda, a method": program(CLASS),
    "factors": program(
        "lr_scheduler.MultiplicativeLR(optimizer, lambda epoch: 0.5 if epoch % 4 == 0 else 1)"
    ),
    "factors, a dict": program(
        "lr_scheduler.MultiplicativeLR(optimizer, lambda epoch: {4: 0.5}.get(epoch, 1))"
    ),
    "sequence": program(
        f"lr_scheduler.SequentialLR(optimizer, [{LINEAR}, "
        "lr_scheduler.CosineAnnealingLR(optimizer, T_max=19)], milestones=[5])"
    ),
    "sequence of three": program(
        f"lr_scheduler.SequentialLR(optimizer, [{LINEAR}, lr_scheduler.ConstantLR(optimizer, 1.0, 4), "
        "lr_scheduler.StepLR(optimizer, 3)], [5, 9])"
    ),
    "sequence with steps": program(
        f"lr_scheduler.SequentialLR(optimizer, [{LINEAR}, "
        "lr_scheduler.MultiStepLR(optimizer, [3, 8])], [5])"
    ),
    "sequence with restarts": program(
        f"lr_scheduler.SequentialLR(optimizer, [{LINEAR}, "
        "lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 4, 2)], [5])"
    ),
    "chain": program(
        f"lr_scheduler.ChainedScheduler([{LINEAR}, lr_scheduler.CosineAnnealingLR(optimizer, 30)])"
    ),
    "two": program(
        "scheduler = lr_scheduler.ExponentialLR(optimizer, 0.9)\n"
        "second = lr_scheduler.MultiStepLR(optimizer, [10, 20])\n",
        "scheduler.step(); second.step()",
        "second.get_last_lr()[0]",
    ),
    "plateau": program(
        "lr_scheduler.ReduceLROnPlateau(optimizer, patience=2)",
        "scheduler.step(max(0.5, 1 - epoch / 10))",
    ),
    "plateau, cool down": program(
        "lr_scheduler.ReduceLROnPlateau(optimizer, 'min', factor=0.5, patience=1, threshold=0.1, "
        "cooldown=2, min_lr=[1e-3, 1e-2])",
        "scheduler.step(torch.tensor(1.0 / (1 + epoch // 4)))",
    ),
    "plateau, highest": program(
        "lr_scheduler.ReduceLROnPlateau(optimizer, mode='max', patience=1, threshold_mode='abs', "
        "threshold=0.01)",
        "scheduler.step(metrics=math.sin(epoch))",
    ),
    "plateau, what it counted": program(
        "lr_scheduler.ReduceLROnPlateau(optimizer, patience=3, cooldown=2)",
        "scheduler.step(max(0.5, 1 - epoch / 10))",
        "[scheduler.num_bad_epochs, scheduler.best, scheduler.in_cooldown, scheduler._last_lr[1]]",
    ),
    "around another": program(AROUND_ANOTHER),
    "swa": program("SWALR(optimizer, swa_lr=0.02, anneal_epochs=8)"),
    "swa, linear": program(
        "SWALR(optimizer, anneal_strategy='linear', anneal_epochs=5, swa_lr=0.02)"
    ),
    "base of a class": program(OF_USER.format(base="LRScheduler")),
    "old base of a class": program(OF_USER.format(base="_LRScheduler")),
    "asked within a step": program(
        WITHIN_STEP, read="[scheduler.get_last_lr()[0], scheduler.get_lr()[0]]"
    ),
    "resumed": program("lr_scheduler.CosineAnnealingLR(optimizer, 20)", RESUMED),
    "resumed one cycle": program("lr_scheduler.OneCycleLR(optimizer, 0.5, 40)", RESUMED),
    "last epoch": program("lr_scheduler.StepLR(optimizer, 4)", read="scheduler.last_epoch"),
    "base rates": program("lr_scheduler.StepLR(optimizer, 4)", read="scheduler.base_lrs[0]"),
    "warm-up by hand": program("lr_scheduler.StepLR(optimizer, 7)", WARM_BY_HAND),
    "by hand": program(
        ADJUST, "adjust_learning_rate(optimizer, epoch, 0.1)", "optimizer.param_groups[-1]['lr']"
    ),
    "read and set": program(
        SCALE, "set_lr(optimizer, get_lr(optimizer) * 0.9)", "get_lr(optimizer)"
    ),
    "by name": program(
        "kinds = {'cosine': lr_scheduler.CosineAnnealingLR, 'cycle': lr_scheduler.OneCycleLR}\n"
        "options = {'max_lr': 0.3, 'total_steps': 30}\n"
        "scheduler = kinds['cycle'](optimizer, **options)\n"
    ),
}


@pytest.fixture(scope="module")
def outcomes(run_both: Callable[[Mapping[str, str]], Outcomes]) -> Outcomes:
    return run_both(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_gives_torchs_rate_at_every_step(name: str, outcomes: Outcomes) -> None:
    outcome = outcomes[name]
    assert outcome.errors == []
    assert not isinstance(outcome.torch, str), outcome.torch
    assert len(set(outcome.torch)) > 2 or "gamma=1)" in PROGRAMS[name]
    assert not isinstance(outcome.mindspore, str), outcome.mindspore
    np.testing.assert_allclose(outcome.mindspore, outcome.torch, rtol=1e-5, atol=1e-9)
