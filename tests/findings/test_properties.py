"""What a class computes when it is read: a property is its result, not a method."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

BLOCK = """\
import functools
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)

    {decorator}
    def {name}(self):
        return {result}

    def forward(self, x):
        {statement}
"""


@pytest.mark.parametrize("decorator", ["@property", "@functools.cached_property"])
@pytest.mark.parametrize("result", ["self.linear.weight.dtype", "self.anything()"])
def test_a_tensor_is_cast_to_the_dtype_that_a_property_gives(decorator: str, result: str) -> None:
    statement = "return self.linear(x).to(self.dtype)"
    source = BLOCK.format(decorator=decorator, name="dtype", result=result, statement=statement)
    assert "return self.linear(x).astype(self.dtype)" in fixed(source)


def test_a_method_of_that_name_is_no_dtype() -> None:
    statement = "return self.linear(x).to(self.dtype)"
    source = BLOCK.format(
        decorator="", name="dtype", result="self.linear.weight.dtype", statement=statement
    )
    assert statement in fixed(source)


def test_a_tensor_that_a_property_gives_is_one() -> None:
    source = BLOCK.format(
        decorator="@property",
        name="scale",
        result="torch.exp(self.linear.weight)",
        statement="return x * self.scale.unsqueeze(0).clamp(min=0)",
    )
    assert "clamp(min=0)" in fixed(source)
    assert "torch" not in fixed(source).replace("import functools", "")


def test_the_getter_counts_where_there_is_a_setter() -> None:
    setter = "@dtype.setter\n    def dtype(self, value):\n        self.other = value"
    source = BLOCK.format(
        decorator="@property",
        name="dtype",
        result=f"self.linear.weight.dtype\n\n    {setter}",
        statement="return self.linear(x).to(self.dtype)",
    )
    assert "return self.linear(x).astype(self.dtype)" in fixed(source)
