"""A name for a part of a tensor, which is written before the name is read again."""

from __future__ import annotations

import pytest

from .conftest import findings

FORWARD = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("t", torch.zeros(4))

    def forward(self, x: torch.Tensor, i: int):
"""


def told(*lines: str) -> list[int]:
    source = FORWARD + "".join(f"        {line}\n" for line in lines)
    first = FORWARD.count("\n") - 1
    return [
        source[: f.span.start].count("\n") - first
        for f in findings(source)
        if "keeps the old values" in f.message.en
    ]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(("k = x[0].clone()", "x[0] = 0", "return k"), id="a copy"),
        pytest.param(("j = x.argmax(0)", "k = x[j]", "x[j] = 0", "return k"), id="picked"),
        pytest.param(("k = x[0]", "x[1] = 0", "return k"), id="another part"),
        pytest.param(("k = x[0]", "y = k * 2", "x[0] = 0", "return y"), id="not read behind"),
        pytest.param(("k = x[0]", "x[0] = 0", "k = x[0]", "return k"), id="given anew"),
        pytest.param(("k = int(x[0])", "x[0] = 0", "return k"), id="a number"),
        pytest.param(("k = x[0:1]", "x[1] = 0", "return k"), id="a slice that ends before"),
        pytest.param(("k = x[:i]", "x[i:] = 0", "return k"), id="two slices"),
        pytest.param(("k = self.t[0]", "self.t = self.t.clone()", "self.t[0] = 0", "return k"), id="another tensor"),
        pytest.param(("k = x.view(-1) * 2", "x[0] = 0", "return k"), id="of a view"),
        pytest.param(("k = x", "x[0] = 0", "return k"), id="the same"),
        pytest.param(("k = x.data", "x[0] = 0", "return k"), id="the same, as data"),
    ],
)  # fmt: skip
def test_leaves_alone(lines: tuple[str, ...]) -> None:
    assert told(*lines) == []


@pytest.mark.parametrize(
    "lines",
    [
        ("k = x[0]", "x[0] = 0", "return k"),
        ("k = x[0:2]", "x[0:2] += 1", "return k"),
        ("k = x[i]", "x[i] = k + 1", "return k"),
        ("k = x[0:2]", "x[1] = 0", "return k"),
        ("k = x[:, 0]", "x[1] = 0", "return k"),
        ("k = x.view(-1)", "x[i] = 0", "return k"),
        ("k = x.detach()", "x[i] = 0", "return k"),
        ("k = x[0]", "x[0].mul_(2)", "return k"),
        ("k = self.t[0]", "self.t[0] = 1", "return k"),
        ("k = self.t[0:2]", "self.t.data[1] = 1", "return k"),
    ],
)
def test_a_part_that_is_written_while_its_name_lives_is_told(lines: tuple[str, ...]) -> None:
    assert told(*lines) == [2]


def test_in_a_loop_and_under_no_grad() -> None:
    assert told("k = x[0]", "for j in range(3):", "    y = k * 2", "    x[0] = y", "return y") == [
        4
    ]
    assert told("with torch.no_grad():", "    k = x[0]", "    x[0] = 0", "    y = k + 1") == [3]
    assert (
        told("for j in range(3):", "    k = x[0]", "    y = k * 2", "    x[0] = y", "return y")
        == []
    )
