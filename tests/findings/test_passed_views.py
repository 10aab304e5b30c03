"""In-place methods on views that another function of the file made: the name says nothing of it."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n\n\n"
TURNED = "def turned(h):\n    return h.transpose(1, 2), h + 1\n\n\n"
FILL = "def fill(x):\n    x.zero_()\n\n\n"
MASKED = """\
class Net(nn.Module):
    def parts(self, h, gate):
        h = h.transpose(1, 2)
        return h, gate

    def masked(self, outputs, mask):
        outputs[0].data.masked_fill_(mask, 0.0)
        outputs[1].data.masked_fill_(mask, 1.0)
        return outputs

    def forward(self, h, gate, mask):
        h, gate = self.parts(h, gate)
        return self.masked([h, gate], mask)
"""

HELD = """\
class Queue:
    def __init__(self):
        self.q = torch.zeros(2, 3)
        self.n = torch.zeros(1)

    def push(self, x):
        {}
"""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(HELD.format("for row in self.q:\n            x = x + row"), id="a loop"),
        pytest.param(
            HELD.format("for row in [self.q, self.n]:\n            row.add_(1)"),
            id="a loop through tensors",
        ),
        pytest.param(
            HELD.format("rows = [self.q + i for i in range(2)]\n        rows[1].add_(1)"),
            id="a list of new ones",
        ),
        pytest.param(
            HELD.format("rows = {'a': self.q[1], 'b': x + 1}\n        rows['b'].add_(1)"),
            id="another key",
        ),
        pytest.param(
            HELD.format("self.row = self.q[1].clone()\n        self.row.add_(1)"),
            id="a copy that the object holds",
        ),
        pytest.param(
            TURNED + "_, y = turned(torch.ones(1, 2, 3))\ny.add_(1)\n", id="another result"
        ),
        pytest.param(FILL + "fill(torch.ones(3))\n", id="a tensor of its own"),
        pytest.param(FILL + "fill(torch.ones(2, 3).view(-1))\n", id="all of its memory in a row"),
        pytest.param(FILL + "fill(torch.ones(2, 3).t().contiguous())\n", id="a copy"),
        pytest.param(
            "def fill(x):\n    x = x + 1\n    x.zero_()\n    return x\n\n\nfill(torch.ones(2, 3).t())\n",
            id="a new tensor of that name",
        ),
        pytest.param(
            FILL + "for y in (torch.ones(2), torch.ones(3)):\n    fill(y)\n",
            id="tensors that a loop takes",
        ),
        pytest.param(
            "layer = nn.Linear(2, 3)\nparams = [layer.weight, layer.bias]\nparams[0].data.mul_(2)\n",
            id="a list of parameters",
        ),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert [f for f in findings(HEADER + source) if f.code == "MP215"] == []


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(FILL + "y = torch.ones(2, 3)\nfill(y.t())\n", id="given"),
        pytest.param(FILL + "y = torch.ones(2, 3)\nx = y.t()\nfill(x=x)\n", id="given by name"),
        pytest.param(
            FILL
            + "def f(y, flat):\n    y = torch.ones(2, 3)\n    fill(y.t() if flat else y[:, 1:])\n",
            id="given by a condition",
        ),
        pytest.param(
            "y = torch.ones(2, 3)\nfor x in (y + 1, y.t()):\n    x.zero_()\n", id="taken by a loop"
        ),
        pytest.param(
            FILL + "y = torch.ones(2, 3, requires_grad=True)\nh = y * 2\nfill(h.view(-1))\n"
            "h.sum().backward()\n",
            id="another shape in what is differentiated",
        ),
        pytest.param(TURNED + "x, _ = turned(torch.ones(1, 2, 3))\nx.zero_()\n", id="returned"),
        pytest.param(
            TURNED + "x = turned(torch.ones(1, 2, 3))[0]\nx.zero_()\n", id="an item of it"
        ),
    ],
)
def test_all_of_the_view_is_assigned(source: str) -> None:
    assert "MP215" in [f.code for f in findings(HEADER + source)]
    assert "x.zero_()" in fixed(HEADER + source)
    assert "x[:] = 0\n" in fixed(HEADER + source, unsafe=True)


def test_what_a_method_of_the_same_object_made_a_view() -> None:
    text = fixed(HEADER + MASKED, unsafe=True)
    assert "        outputs[0][:] = outputs[0].masked_fill(mask, 0.0)\n" in text
    assert "outputs[1][:]" not in text


def test_what_a_layer_of_the_file_made_a_view() -> None:
    source = """\
        import torch
        from torch import nn


        class Decoder(nn.Module):
            def forward(self, x):
                return x.transpose(1, 2)


        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.decoder = Decoder()

            def forward(self, x):
                x = self.decoder(x)
                x.data.mul_(2)
                return x
        """
    assert "        x[:] = x.mul(2)\n" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("w[0].data.zero_()\n", "w[0] = 0\n"),
        ("w[:, 1].data.mul_(2)\n", "w[:, 1] *= 2\n"),
        ("nn.Linear(3, 2).weight[0].data.fill_(1)\n", ".weight[0].data.fill_(1)\n"),
    ],
)
def test_a_part_whose_data_is_changed(source: str, after: str) -> None:
    made = "w = torch.ones(2, 3)\n"
    assert "MP215" in [f.code for f in findings(HEADER + made + source)]
    assert fixed(HEADER + made + source, unsafe=True).endswith(after)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(HELD.format("for row in self.q:\n            row.add_(1)"), id="a loop"),
        pytest.param(
            HELD.format("for i, row in enumerate(self.q):\n            row.add_(i)"),
            id="a loop that counts",
        ),
        pytest.param(HELD.format("a, b = self.q\n        b.add_(1)"), id="taken apart"),
        pytest.param(
            HELD.format("rows = [self.q[i] for i in range(2)]\n        rows[1].add_(1)"),
            id="a list that is made",
        ),
        pytest.param(
            HELD.format("rows = {'a': self.q[1]}\n        rows['a'].add_(1)"), id="in a dict"
        ),
        pytest.param(
            HELD.format("self.row = self.q[1]\n        self.row.add_(1)"), id="held by the object"
        ),
        pytest.param(
            HELD.format("row = self.q[int(self.n)]\n        row.copy_(x)"),
            id="a place that is a number",
        ),
    ],
)
def test_parts_of_what_an_object_holds_are_told(source: str) -> None:
    assert [f.code for f in findings(HEADER + source) if f.code == "MP215"] == ["MP215"]


def test_the_value_of_a_row_that_is_changed_is_computed_under_unsafe_fixes() -> None:
    """In torch what the row is of changes, too: that is told before it is lost."""
    source = HEADER + (
        "def places(grid: torch.Tensor):\n    gi, gj = grid.T\n"
        "    return [(gj.clamp_(0, 3), gi.clamp_(0, 3))], grid\n"
    )
    assert "gj.clamp_(0, 3), gi.clamp_(0, 3)" in fixed(source)
    assert "gj.clamp(0, 3), gi.clamp(0, 3)" in fixed(source, unsafe=True)
    assert [f.code for f in findings(source) if f.fix and f.fix.caution] == ["MP215", "MP215"]
