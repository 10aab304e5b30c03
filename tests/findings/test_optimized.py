"""Optimizers take Parameters alone in MindSpore (MP216)."""

from __future__ import annotations

import pytest

from .conftest import findings

HEADER = "import torch\nfrom torch import nn, optim\n\n\n"


def applicability(body: str) -> str:
    found = next(f for f in findings(HEADER + body) if f.symbol.startswith("torch.optim."))
    assert found.fix is not None
    return found.fix.applicability


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("def f(net):\n    optim.SGD(net.parameters(), lr=0.1)\n", id="of a network"),
        pytest.param(
            "def f():\n    w = nn.Parameter(torch.zeros(3))\n    optim.SGD([w], lr=0.1)\n",
            id="a Parameter",
        ),
        pytest.param("def f(w):\n    optim.SGD([w], lr=0.1)\n", id="not known"),
        pytest.param(
            "def f(a):\n    optim.SGD([{'params': a.parameters()}], lr=0.1)\n", id="groups"
        ),
    ],
)
def test_leaves_alone(body: str) -> None:
    assert applicability(body) == "safe"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("def f(x: torch.Tensor):\n    optim.SGD([x], lr=0.1)\n", id="a tensor"),
        pytest.param("def f(net):\n    optim.SGD(net.named_parameters(), lr=0.1)\n", id="pairs"),
        pytest.param(
            "def f(x: torch.Tensor):\n    optim.Adam(params=(x,), lr=0.1)\n", id="by its name"
        ),
        pytest.param(
            "class A:\n    def f(self):\n        self.x.requires_grad_()\n"
            "        optim.Adam([self.x], lr=0.1)\n",
            id="whose gradient is asked for",
        ),
    ],
)
def test_a_plain_tensor_is_told_of(body: str) -> None:
    assert applicability(body) == "unsafe"
