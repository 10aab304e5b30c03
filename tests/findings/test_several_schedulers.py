"""Last rates of several schedulers that share an optimizer."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

HEAD = """\
import torch
from torch import nn
from torch.optim import lr_scheduler

net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
other = torch.optim.SGD(net.parameters(), lr=0.1)
warm = lr_scheduler.LinearLR(opt, 0.1, total_iters=5)
"""
AFTER = """\
from torch.optim.lr_scheduler import _LRScheduler


class Warmup(_LRScheduler):
    def __init__(self, optimizer, after):
        self.after = after
        super().__init__(optimizer)

    def get_lr(self):
        {}
"""


def told(source: str) -> list[str]:
    return [f.symbol for f in findings(source) if f.message.en.startswith("Several schedulers")]


@pytest.mark.parametrize(
    "rest",
    [
        "print(warm.get_last_lr())\n",
        "main = lr_scheduler.StepLR(other, 3)\nprint(warm.get_last_lr(), main.get_last_lr())\n",
        "main = lr_scheduler.StepLR(opt, 3)\n"
        "both = lr_scheduler.SequentialLR(opt, schedulers=[warm, main], milestones=[5])\n"
        "print(both.get_last_lr())\n",
        "main = lr_scheduler.StepLR(opt, 3)\nmain.step()\nprint(main.get_last_lr())\n",
        "warm = lr_scheduler.StepLR(opt, 3)\nprint(warm.get_last_lr())\n",
    ],
    ids=["one", "two optimizers", "in sequence", "behind its step", "one after the other"],
)
def test_leaves_alone(rest: str) -> None:
    assert told(HEAD + rest) == []


def test_own_rates_in_a_scheduler() -> None:
    assert told(AFTER.format("return self.get_last_lr()")) == []


def test_two_schedulers_of_an_optimizer() -> None:
    source = HEAD + "main = lr_scheduler.StepLR(opt, 3)\nprint(main.get_last_lr())\n"
    assert len(told(source)) == 1
    assert len(told(fixed(source))) == 1


def test_a_scheduler_that_goes_on_with_another() -> None:
    source = AFTER.format("return self.after.get_last_lr()")
    assert len(told(source)) == 1
    assert len(told(fixed(source))) == 1
