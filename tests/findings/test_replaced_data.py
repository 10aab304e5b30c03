"""Data that goes on from run to run of a forward, and is computed with."""

from __future__ import annotations

import pytest

from .conftest import findings

NET = """\
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer
        self.u = nn.Parameter(torch.ones(3), requires_grad=False)

    def forward(self, x):
        w, u = self.layer.weight, self.u
{lines}
"""


def told(*lines: str) -> list[int]:
    source = NET.format(lines="\n".join(f"        {line}" for line in lines))
    return [
        source[: f.span.start].count("\n") - 11
        for f in findings(source)
        if "runs more than once before a backward" in f.message.en
    ]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(("w.data = torch.sign(self.kept)", "return x @ w"), id="anew in every run"),
        pytest.param(("u.data = w.mv(u.data)", "return x @ w"), id="not computed with"),
        pytest.param(("x.data = x.data * 2", "return x @ w"), id="what the forward is given"),
        pytest.param(("u.data.mul_(2)", "return x @ w * u"), id="in place"),
    ],
)
def test_leaves_alone(lines: tuple[str, ...]) -> None:
    assert told(*lines) == []


ATTACK = (
    "d = {made}",
    "d.requires_grad_()",
    "for _ in range(3):",
    "    self.layer(x + d).sum().backward()",
    "    d.data = d.data + d.grad.sign()",
    "    d.data = d.data.clamp(-1, 1)",
    "    d.grad.zero_()",
    "return x + d",
)


@pytest.mark.parametrize(("made", "where"), [("torch.zeros_like(x)", []), ("self.u", [6])])
def test_a_perturbation_that_each_call_makes_anew(made: str, where: list[int]) -> None:
    assert told(*(line.format(made=made) for line in ATTACK)) == where


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        (("u.data = w.mv(u.data)", "return x @ w / u.sum()"), [1]),
        (("self.u.data = self.u.data * 0.9", "return x @ w * self.u"), [1]),
        (("for _ in range(2):", "    u.data = w.mv(u.data)", "return u.dot(w.mv(u))"), [2]),
    ],
)
def test_a_power_iteration_is_told(lines: tuple[str, ...], where: list[int]) -> None:
    assert told(*lines) == where
