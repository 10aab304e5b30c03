"""``requires_grad=True`` where nothing asks for a gradient."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nimport torch.nn.functional as F\n"
MADE = "x = torch.ones(3, requires_grad=True)\n"
TOLD = "this file asks for none"

LEFT = [
    pytest.param(MADE + "print(x.is_leaf)\n", id="it is asked for"),
    pytest.param(MADE + "print((x * 2).grad_fn)\n", id="the graph is looked at"),
    pytest.param(MADE + "def f(loss):\n    loss.backward()\n    print(x.grad)\n", id="a gradient"),
    pytest.param(MADE + "opt = torch.optim.SGD(grouped(x), lr=0.1)\n", id="an optimizer"),
    pytest.param(
        "class A:\n    def __init__(self):\n        self.x = torch.ones(3, requires_grad=True)\n",
        id="what an object keeps",
    ),
    pytest.param("def f(grad):\n    return torch.ones(3, requires_grad=grad)\n", id="a variable"),
]


@pytest.mark.parametrize("source", LEFT)
def test_leaves_alone(source: str) -> None:
    assert not [f for f in findings(HEAD + source) if TOLD in f.message.en]
    assert "requires_grad=" in fixed(HEAD + source, unsafe=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (MADE + "y = x.exp()\n", "x = mint.ones((3,))\ny = x.exp()\n"),
        (
            "y = F.log_softmax(torch.zeros(2, 3, requires_grad=True), dim=1)\n",
            "y = ops.log_softmax(mint.zeros((2, 3)), axis=1)\n",
        ),
        (
            "def f(n):\n    return torch.zeros(\n        n, 3, requires_grad=True, dtype=torch.float64\n    )\n",
            "def f(n):\n    return mint.zeros((n, 3), dtype=ms.float64)\n",
        ),
        (
            "v = torch.zeros(2, 3).reshape(3, 2).requires_grad_()\n",
            "v = mint.zeros((2, 3)).reshape(3, 2)\n",
        ),
    ],
)
def test_needs_not_be_said(before: str, after: str) -> None:
    assert fixed(HEAD + before).endswith(after)


def test_the_fix_is_safe_and_tells_why() -> None:
    (finding,) = [f for f in findings(HEAD + MADE) if f.symbol == "torch.ones"]
    assert (finding.code, finding.severity) == ("MP306", "warning")
    assert finding.fix is not None
    assert finding.fix.applicability == "safe"
    assert TOLD in finding.message.en
