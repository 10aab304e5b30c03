"""``v.resize_(data.size()).copy_(data)``: a tensor that gets the shape and the values of another one."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.target import Target

from .conftest import findings, fixed

SOURCE = """\
import torch


def load(v, data, other, n):
    with torch.no_grad():
        {}
"""


@pytest.mark.parametrize(
    "statement",
    [
        "v.resize_(other.size()).copy_(data)",
        "v.resize_(n).copy_(data)",
        "v = v.resize_(data.size()).copy_(data)",
        "v.copy_(data)",
    ],
)
def test_leaves_alone(statement: str) -> None:
    assert "assign_value(data" not in fixed(SOURCE.format(statement), unsafe=True)


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("v.resize_(data.size()).copy_(data)", "v.assign_value(data.astype(v.dtype).copy())"),
        ("v.resize_(data.shape).copy_(data)", "v.assign_value(data.astype(v.dtype).copy())"),
        (
            "v.x.resize_(data[0].size()).copy_(data[0])",
            "v.x.assign_value(data[0].astype(v.x.dtype).copy())",
        ),
    ],
)
def test_it_is_assigned_the_value(statement: str, after: str) -> None:
    assert f"    {after}\n" in fixed(SOURCE.format(statement))


def test_a_graph_is_told_of_by_its_own_rules() -> None:
    source = SOURCE.format("v.resize_(data.size()).copy_(data)")
    told = findings(source, Config(target=Target(mode="GRAPH")))
    assert not [one for one in told if "assign_value" in one.message.en]
