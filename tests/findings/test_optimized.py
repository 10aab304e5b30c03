"""Optimizers take Parameters alone in MindSpore (MP216)."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

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


@pytest.mark.parametrize(
    "body",
    [
        "    optim.SGD([x], lr=0.1)\n    x.requires_grad_()\n",
        "    x.requires_grad_()\n    x = x * 2\n    optim.SGD([x], lr=0.1)\n",
        "    x.requires_grad_(n)\n    optim.SGD([x], lr=0.1)\n",
        "    if n:\n        x.requires_grad_()\n    optim.SGD([x], lr=0.1)\n",
    ],
)
def test_an_argument_that_stays_a_tensor(body: str) -> None:
    source = f"{HEADER}def f(x, n):\n{body}    return x\n"
    assert "Parameter(" not in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    "body",
    [
        "    optimizer = optim.SGD([x], lr=0.1)\n    train(optimizer)\n    return x\n",
        "    optimizer = make(x)\n    return x\n\n\ndef make(image):\n    return optim.SGD([image], lr=0.1)\n",
    ],
)
def test_an_argument_that_is_optimized_becomes_a_parameter(body: str) -> None:
    source = f"{HEADER}def f(x):\n    x.requires_grad_(True)\n{body}"
    assert "    x.requires_grad_(True)\n" in fixed(source)
    text = fixed(source, unsafe=True)
    assert 'def f(x):\n    x = ms.Parameter(x, name="x")\n    optimizer = ' in text
