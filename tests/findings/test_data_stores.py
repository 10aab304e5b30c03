"""What gives a parameter other memory in MindSpore is written so that the optimizer keeps it."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\nfc = nn.Linear(3, 4)\n"
LOOP = HEADER + "for p in fc.parameters():\n    {}\n"


def stores(source: str) -> list[str]:
    """The titles of the fixes for stores."""
    told = [f for f in findings(source) if f.code == "MP209"]
    return [f.fix.applicability if f.fix else "none" for f in told]


@pytest.mark.parametrize(
    "source",
    [
        HEADER + "fc.weight.data[0] = 0\n",
        HEADER + "x = torch.ones(3)\nx.data = torch.zeros(3)\n",
        HEADER + "x = torch.ones(3)\nx[x > 0] = 1\n",
        HEADER + "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.w = nn.Parameter(torch.ones(3))\n        self.w.data = torch.zeros(3)\n",
        HEADER + "def reset_parameters(m):\n    m.weight.data = torch.zeros(3)\n",
        "def clip(df):\n    df.weight[df.weight > 3] = 0\n",
        "import numpy as np\nw = np.ones(3)\nw[w > 3] = 0\nw.data = 1\n",
        "import numpy as np\nclass A:\n    def __init__(self):\n        self.weight = np.ones(3)\n"
        "    def clip(self):\n        self.weight[self.weight > 3] = 3\n",
    ],
)
def test_what_keeps_the_memory_or_comes_before_an_optimizer_is_left(source: str) -> None:
    assert not stores(source)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p.data = p.data * 0.9", "p.data.copy_(p.data * 0.9)"),
        ("p.data = 0.5 * p.data + 1", "p.data.copy_(0.5 * p.data + 1)"),
        ("p.data = p.data.clamp(-1, 1)", "p.data.copy_(p.data.clamp(-1, 1))"),
        ("p.data *= 0.9", "p.data.copy_(p.data * 0.9)"),
        ("p.data -= a - b", "p.data.copy_(p.data - (a - b))"),
        ("p.data[p.data < 0] = 0", "p.data.copy_(p.data.masked_fill(p.data < 0, 0))"),
        ("p[p < 0] = 0.5", "p.copy_(p.masked_fill(p < 0, 0.5))"),
        ("m = p.abs() < 1\n    p.data[m] = 0", "p.data.copy_(p.data.masked_fill(m, 0))"),
        ("p[(p < 0) & (p > -1)] = 0", "p.copy_(p.masked_fill((p < 0) & (p > -1), 0))"),
    ],
)
def test_a_parameter_in_a_loop(before: str, after: str) -> None:
    assert f"    {after}\n" in fixed(LOOP.format(before))


def test_a_layers_parameter_that_an_operator_changes() -> None:
    source = HEADER + "with torch.no_grad():\n    fc.weight *= 0.5\n    fc.bias.data /= 2\n"
    assert "fc.weight.copy_(fc.weight * 0.5)\nfc.bias.data.copy_(fc.bias.data / 2)\n" in fixed(
        source
    )


def test_a_value_that_may_have_another_shape_is_told() -> None:
    source = LOOP.format("p.data = torch.randn(3, 4)")
    assert stores(source) == ["unsafe"]
    assert "p.data.copy_(" in fixed(source, unsafe=True)


def test_what_may_be_no_layers_weight_is_not_changed_on_its_own() -> None:
    line = "df.weight[df.weight > 3] = 0"
    source = f"{HEADER}def clip(df):\n    {line}\n"
    assert stores(source) == ["unsafe"]
    assert line in fixed(source)
