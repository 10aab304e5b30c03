"""Functions that change all tensors of a list in place, where views stand in it."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n\nx, y = torch.ones(4, 3), torch.ones(4, 3)\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("torch._foreach_add_([x, y], 1.0)\n", id="tensors"),
        pytest.param("torch._foreach_add([x[0], y[1]], 1.0)\n", id="new tensors"),
        pytest.param("torch._foreach_mul_([x[0].clone()], 2.0)\n", id="copies"),
        pytest.param(
            "layer = nn.Linear(2, 3)\nps = [p.data for p in layer.parameters()]\n"
            "torch._foreach_mul_(ps, 2.0)\n",
            id="parameters",
        ),
        pytest.param(
            "held = {'x': x, 'y': y}\ntorch._foreach_zero_([held['x'], held['y']])\n",
            id="of a dict",
        ),
        pytest.param("torch._foreach_copy_([x], [y[0].expand(4, 3)])\n", id="what is read"),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert [f for f in findings(HEADER + source) if f.code == "MP215"] == []


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("torch._foreach_add_([y, x[0]], 1.0)\n", id="an item"),
        pytest.param("parts = [x[0], x[1:3]]\ntorch._foreach_zero_(parts)\n", id="a named list"),
        pytest.param("torch._foreach_mul_(list(x.unbind(0)), 2.0)\n", id="unbound"),
        pytest.param("torch._foreach_mul_(x.chunk(2), 2.0)\n", id="chunks"),
        pytest.param("a, b = x.chunk(2)\ntorch._foreach_zero_([a])\n", id="a named chunk"),
        pytest.param("torch._foreach_zero_([x[i] for i in range(2)])\n", id="made in a loop"),
        pytest.param("torch._foreach_copy_([x.t()], [y.t()])\n", id="transposed"),
    ],
)
def test_is_marked_and_left(source: str) -> None:
    found = [f for f in findings(HEADER + source) if f.code == "MP215"]
    assert [f.severity for f in found] == ["error"]
    assert "torch._foreach_" in fixed(HEADER + source)
