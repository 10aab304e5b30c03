"""In-place methods on another shape of a tensor: in what is differentiated copy_ loses the gradient."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

FORWARD = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.block = nn.Sequential(self.fc)

    def forward(self, x, mask):
"""


def net(*lines: str) -> str:
    return FORWARD + "".join(f"        {line}\n" for line in lines)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "import torch\n\nx = torch.ones(2, 3)\ny = x.view(-1)\ny.mul_(2)\nprint(x)\n",
            id="no gradient is taken in the file",
        ),
        pytest.param(
            net(
                "with torch.no_grad():",
                "    w = self.fc.weight.view(-1)",
                "    w.mul_(2)",
                "return self.fc(x)",
            ),
            id="under no_grad",
        ),
        pytest.param(
            net(
                "i = torch.arange(4)",
                "j = i.view(2, 2)",
                "j.add_(1)",
                "return self.fc(x)[i]",
            ),
            id="integers have no gradient",
        ),
        pytest.param(
            net("h = self.fc(x)", "y = h.clone().view(-1)", "y.mul_(2)", "return h, y"), id="a copy"
        ),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert [f for f in findings(source) if f.code == "MP215"] == []


def test_a_name_that_was_given_another_shape_of_its_own_tensor_gets_the_result() -> None:
    text = fixed(
        net("s = self.fc(x)", "s = s.view(-1, 2, 2)", "s.masked_fill_(mask, 0.0)", "return s")
    )
    assert "        s = s.masked_fill(mask, 0.0)\n" in text


def test_what_else_shows_it_stays_in_the_way() -> None:
    text = fixed(
        net("s = self.fc(x)", "t = s", "s = s.view(-1)", "s.masked_fill_(mask, 0.0)", "return s, t")
    )
    assert "s.masked_fill_(mask, 0.0)" in text


def test_the_result_gets_the_name_where_nobody_reads_the_other_shape() -> None:
    source = net("h = self.block(x)", "y = h.view(-1)", "y.mul_(2)", "return y")
    assert "MP215" in [f.code for f in findings(source)]
    assert "        y.mul_(2)\n" in fixed(source)
    assert "        y = y.mul(2)\n" in fixed(source, unsafe=True)


def test_a_shape_that_is_read_later_is_told() -> None:
    source = net("h = self.block(x)", "y = h.view(-1)", "y.mul_(2)", "return y, h")
    told = [f for f in findings(source) if f.code == "MP215"]
    assert [f.severity for f in told] == ["error"]
    assert "        y.mul_(2)\n" in fixed(source, unsafe=True)
