"""``x.copy_(y[:n])``: on a CPU MindSpore's raises for the first part of a tensor, or copies another."""

from __future__ import annotations

import pytest

from .conftest import fixed, moved

HEAD = (
    "import torch\n\nx, y = torch.zeros(2, 3), torch.ones(6, 3)\nkept = {'x': torch.ones(2, 3)}\n"
)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("x.copy_(y)", id="a whole tensor"),
        pytest.param("x.copy_(y + 1)", id="computed"),
        pytest.param("x.copy_(y.t())", id="another view of all of it"),
        pytest.param("x.copy_(kept['x'])", id="what a dictionary holds"),
        pytest.param("x.copy_(y[:2] * 2)", id="computed of a part"),
        pytest.param("x.copy_(y[y > 0].sum())", id="picked and summed"),
    ],
)
def test_leaves_whole_tensors_alone(line: str) -> None:
    assert ".copy())" not in fixed(f"{HEAD}{line}\n", unsafe=True)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        pytest.param("x.copy_(y[:2])", "x.copy_(y[:2].copy())", id="a slice"),
        pytest.param("x[0].copy_(y[0])", "x[0] = y[0]", id="into a part"),
        pytest.param("z = y.chunk(3)\nx.copy_(z[0])", "x.copy_(z[0].copy())", id="one of several"),
        pytest.param("z = y.view(-1)[:6]\nx.copy_(z.view(2, 3))", "x.copy_(z.view(2, 3).copy())", id="by a name"),
        pytest.param("for p, q in zip([x], y.split(2)):\n    p.copy_(q)", "    p.copy_(q.copy())", id="in a loop"),
    ],
)  # fmt: skip
def test_copies_a_part_first(line: str, after: str) -> None:
    assert after in fixed(f"{HEAD}{line}\n", unsafe=True)


FLAT = """import torch
from torch import nn


def set_flat_params(model, flat):
    start = 0
    for p in model.parameters():
        p.data{0}
        start += p.numel()
"""


@pytest.mark.parametrize(
    "line",
    [
        ".copy_(flat[start : start + p.numel()].view(p.size()))",
        " = flat[start : start + p.numel()].view_as(p)",
    ],
)
def test_parameters_of_one_flat_tensor(line: str) -> None:
    text, _ = moved(FLAT.format(line))
    assert ".copy_(flat[start : start + p.numel()].view" in text and ".copy())" in text
