"""``p.grad`` of a value of unknown type: the gradient of a tensor, where it is used as one (MP306)."""

from __future__ import annotations

import pytest

from .conftest import findings

HEADER = (
    "import torch\n\n\ndef f(p, options, rate):\n    {}\n    return torch.abs(torch.zeros(2))\n"
)


def told(statement: str) -> list[str]:
    source = HEADER.format(statement.replace("\n", "\n    "))
    return [f.code for f in findings(source) if f.symbol == "torch.Tensor.grad"]


@pytest.mark.parametrize(
    "statement",
    [
        "options.grad = False",
        "options.grad = 'central'",
        "if options.grad:\n    rate = 0",
        "rate = options.grad",
        "rate = options.grad.mode",
        "rate = jax.grad(p)",
        "rate = dict(p=options.grad)",
        "rate = rate * p.data.grad(2)",
    ],
)
def test_others_are_left_alone(statement: str) -> None:
    assert told(statement) == []


@pytest.mark.parametrize(
    "statement",
    [
        "p -= rate * p.grad",
        "p.data -= rate * p.grad",
        "p.data.add_(p.grad, alpha=-rate)",
        "p.copy_(p - rate * p.grad)",
        "p.grad = None",
        "p.grad = rate",
        "p.grad.zero_()",
        "p.grad.mul_(rate)",
        "rate = p.grad.data",
        "rate = p.grad.detach()",
        "if p.grad is not None:\n    rate = 0",
        "if p.grad is None:\n    return",
    ],
)
def test_gradients_are_told_of(statement: str) -> None:
    assert set(told(statement)) == {"MP306"}


def test_a_step_of_a_class_without_an_optimizer_is_told_of() -> None:
    source = """\
import torch


class SGD:
    def __init__(self, params, lr):
        self.params = params
        self.lr = lr

    def step(self):
        for param in self.params:
            param -= self.lr * param.grad

    def zero_grad(self):
        for param in self.params:
            if param.grad is not None:
                param.grad.zero_()
"""
    lines = {f.span.start for f in findings(source) if f.symbol == "torch.Tensor.grad"}
    assert {source[:at].count("\n") + 1 for at in lines} == {11, 15, 16}
