"""``x = F.relu_(x)`` becomes ``x = F.relu(x)`` only where no other name can see the change."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
MADE = "x = torch.zeros(3)\n"


def function(body: str) -> str:
    return HEADER + "def f(a: torch.Tensor, d, n):\n" + indent(body, "    ") + "\n"


def safe(source: str) -> list[bool]:
    """For each function that changes its argument whether its fix is safe."""
    return [
        finding.fix is not None and finding.fix.applicability == "safe"
        for finding in findings(source)
        if finding.symbol.endswith("_")
    ]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("F.relu_(a)\nreturn a", id="an argument belongs to the caller"),
        pytest.param("return F.relu_(a)", id="the caller may look at its tensor again"),
        pytest.param("return F.relu_(d['x'])", id="an item"),
        pytest.param(MADE + "y = x\nx = F.relu_(x)\nreturn y", id="another name"),
        pytest.param(MADE + "d.y = F.relu_(x)\nreturn x", id="the result as an attribute"),
        pytest.param(MADE + "y = x[0]\ntorch.abs_(x)\nreturn y", id="a view"),
        pytest.param(MADE + "d.append(x)\ntorch.clamp_(x, 0, 1)\nreturn d", id="appended"),
        pytest.param("for x in d:\n    torch.sin_(x)\nreturn d", id="a loop variable"),
    ],
)
def test_what_others_may_see_has_no_safe_fix(body: str) -> None:
    assert safe(function(body)) == [False]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        pytest.param(
            "out = nn.Linear(3, 4)(a)\nout = F.relu_(out)\nreturn out",
            "out = mint.nn.functional.relu(out)",
            id="the name gets the result",
        ),
        pytest.param(
            MADE + "y = F.relu_(x)\nreturn x",
            "y = x = mint.nn.functional.relu(x)",
            id="the result under another name",
        ),
        pytest.param("return F.relu_(a + 1)", "return mint.nn.functional.relu(a + 1)", id="new"),
        pytest.param(
            "return torch.relu_(a * 2)", "return mint.nn.functional.relu(a * 2)", id="of torch"
        ),
        pytest.param(
            "x = a * 2\nF.elu_(x)\nreturn x", "x = ops.elu(x)", id="a statement of its own"
        ),
        pytest.param(MADE + "torch.abs_(x)\nreturn x", "x = mint.abs(x)", id="a function of torch"),
        pytest.param(
            MADE + "torch.gcd_(x, a)\nreturn x", "x = ops.gcd(x, a).astype(x.dtype)", id="a dtype"
        ),
    ],
)
def test_a_new_tensor_takes_the_place(body: str, line: str) -> None:
    assert line in [text.strip() for text in fixed(function(body)).splitlines()]


def test_a_layer_of_a_module_makes_its_own_tensor() -> None:
    source = HEADER + (
        "class Block(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.conv = nn.Conv2d(3, 4, 3)\n\n"
        "    def forward(self, x):\n"
        "        return F.relu_(self.conv(x))\n"
    )
    assert "        return mint.nn.functional.relu(self.conv(x))\n" in fixed(source)


def test_otherwise_the_result_is_copied_back() -> None:
    assert "    a.copy_(ops.relu(a))\n" in fixed(function("F.relu_(a)\nreturn a"), unsafe=True)
