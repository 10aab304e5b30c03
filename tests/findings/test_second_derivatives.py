"""Derivatives of derivatives lose a part in PyNative mode, so that none of them is a safe fix."""

from __future__ import annotations

import pytest

from mindport.report import Finding

from .conftest import findings

HEADER = "import torch\n\n\n"
LOST = "derivative of a derivative"


def derivatives(body: str) -> list[Finding]:
    names = ("torch.func.", "torch.autograd.")
    return [f for f in findings(HEADER + body) if f.symbol.startswith(names)]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            "def f(x):\n    return torch.func.grad(lambda a: (a**2).sum())(x)\n", id="a gradient"
        ),
        pytest.param("def f(g, x):\n    return torch.func.jacrev(g)(x)\n", id="a Jacobian"),
        pytest.param(
            "def f(net, x):\n    y = net(x)\n    return torch.autograd.grad(y, x)[0]\n",
            id="without a graph",
        ),
    ],
)
def test_one_derivative_is_safe(body: str) -> None:
    (finding,) = derivatives(body)
    assert finding.fix is not None
    assert finding.fix.applicability == "safe"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            "def f(x):\n"
            "    return torch.func.grad(lambda a: torch.func.grad(lambda b: b.sum() ** 3)(a).sum())(x)\n",
            id="of a gradient",
        ),
        pytest.param(
            "def f(g, x):\n    inner = torch.func.grad(g)\n    return torch.func.jacrev(inner)(x)\n",
            id="of a function that is made before",
        ),
        pytest.param(
            "def f(net, x):\n    torch.func.jacrev(net)(x).sum().backward()\n", id="behind backward"
        ),
        pytest.param(
            "def f(net, x):\n    y = net(x)\n"
            "    return torch.autograd.grad(y, x, create_graph=True)[0]\n",
            id="create_graph",
        ),
    ],
)
def test_a_second_one_has_to_be_compared(body: str) -> None:
    for finding in derivatives(body):
        assert LOST in finding.message.en
        assert finding.fix is not None
        assert finding.fix.applicability == "unsafe"


def test_a_hessian_is_compiled() -> None:
    body = "def f(x):\n    return x.sum() ** 3\n\n\nh = torch.func.hessian(f)\n"
    (finding,) = derivatives(body)
    assert finding.equivalent is not None
    assert finding.fix is not None
    assert "compile" in finding.message.en
    assert finding.fix.applicability == "unsafe"
