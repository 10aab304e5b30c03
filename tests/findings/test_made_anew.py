"""A name that stands for one optimizer after another: each holds what it was given.

That a frozen teacher teaches as it did is shown by ``tests/scenarios/programs/teacher_first.py``.
"""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import moved

HEAD = """\
import torch
from torch import nn, optim


def main(X, Y, teacher: nn.Linear, student: nn.Linear, again):
"""
MAKE = "opt = optim.{0}({1}.parameters(), lr=0.1, momentum=0.9)\n"
TRAIN = """\
for i in range(4):
    loss = nn.functional.mse_loss({0}(X), {1})
    opt.zero_grad()
    loss.backward()
    opt.step()
"""
FREEZE = "for p in teacher.parameters():\n    p.requires_grad = False\n"
TEACHER = MAKE.format("SGD", "teacher") + TRAIN.format("teacher", "Y")
STUDENT = MAKE.format("SGD", "student")
TAUGHT = TRAIN.format("student", "teacher(X).detach()")


def of(body: str) -> str:
    return HEAD + indent(body, "    ")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(TEACHER + FREEZE + TAUGHT, id="no other"),
        pytest.param(
            TEACHER + FREEZE + "if again:\n" + indent(STUDENT, "    ") + TAUGHT, id="not every time"
        ),
        pytest.param(
            "for _ in range(2):\n" + indent(TEACHER + FREEZE + STUDENT + TAUGHT, "    "),
            id="again in a loop",
        ),
        pytest.param(TEACHER + STUDENT + TRAIN.format("teacher", "Y"), id="another network steps"),
    ],
)
def test_what_the_first_may_still_hold_stays_in_the_way(body: str) -> None:
    text, told = moved(of(body))
    assert told and "value_and_grad" not in text


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(TEACHER + STUDENT + TAUGHT, id="two networks"),
        pytest.param(TEACHER + FREEZE + STUDENT + TAUGHT, id="the first is frozen"),
        pytest.param(
            "with open('log') as log:\n" + indent(TEACHER + FREEZE, "    ") + STUDENT + TAUGHT,
            id="in a block that runs each time",
        ),
    ],
)
def test_each_optimizer_steps_with_what_it_was_given(body: str) -> None:
    text, told = moved(of(body))
    assert told == []
    assert text.count("ms.value_and_grad(") == 2
    assert text.count("(grads") == 2


def test_a_shared_line_is_split_beside_a_block_without_gradients() -> None:
    taught = (
        "for i in range(4):\n    with torch.no_grad():\n        t = teacher(X)\n"
        "    loss = nn.functional.mse_loss(student(X), t)\n"
        "    opt.zero_grad(); loss.backward(); opt.step()\n"
    )
    text, told = moved(of(STUDENT + taught))
    assert told == []
    assert "        t = teacher(X)\n        loss, grads = grad_fn(t)\n        opt(grads)\n" in text
