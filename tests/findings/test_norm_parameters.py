"""A norm's weight or bias that is set to None: MindSpore's norms cannot do without."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

NORM = """from torch import nn


class Norm(nn.{layer}):
    def __init__(self, size):
        super().__init__(size)
        {line}
"""


@pytest.mark.parametrize(
    ("layer", "line"),
    [("Linear", "self.bias = None"), ("LayerNorm", "self.extra = None")],
)
def test_leaves_alone(layer: str, line: str) -> None:
    source = NORM.format(layer=layer, line=line)
    assert f"        {line}\n" in fixed(source)


@pytest.mark.parametrize(
    ("layer", "line", "after"),
    [
        ("LayerNorm", "self.bias = None", "self.beta.requires_grad = False"),
        ("BatchNorm2d", "self.weight = None", "self.gamma.requires_grad = False"),
    ],
)
def test_is_frozen_where_it_was_just_made(layer: str, line: str, after: str) -> None:
    assert f"        {after}\n" in fixed(NORM.format(layer=layer, line=line))


@pytest.mark.parametrize(
    "source",
    [
        "from torch import nn\nnorm = nn.LayerNorm(3)\nnorm.bias = None\n",
        NORM.format(
            layer="LayerNorm", line="pass\n\n    def drop(self):\n        self.bias = None"
        ),
    ],
)
def test_is_marked_where_it_may_have_been_trained(source: str) -> None:
    assert "error" in [f.severity for f in findings(source) if f.code == "MP307"]
