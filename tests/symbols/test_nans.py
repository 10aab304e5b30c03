"""Which expressions show that a tensor holds NaN."""

from __future__ import annotations

import ast

import pytest

from mindport.nodes import find
from mindport.symbols.nans import shows_nan

WITHOUT = {
    "numbers": "f(torch.tensor([1.0, float('inf')]))",
    "a name that nothing is known of": "f(x)",
    "a test for it": "x = torch.tensor([math.nan])\nf(torch.isnan(x))",
    "replaced": "x = torch.tensor([math.nan])\nf(torch.nan_to_num(x))",
    "compared": "x = torch.tensor([math.nan])\nf(x == x)",
    "a string": "f('nan')",
    "another name's": "y = float('nan')\nf(x)",
}
WITH = {
    "in a list": "f(torch.tensor([1.0, float('nan')]))",
    "torch's": "f(torch.full((2,), torch.nan))",
    "through names": "missing = math.nan\nx = torch.tensor([1, missing])\ny = x * 2\nf(y)",
    "put into it": "x = torch.zeros(3)\nx[0] = float('NaN')\nf(x)",
    "a method's": "f(torch.tensor([np.nan]).reshape(1, 1))",
    "a part": "x = torch.tensor([math.nan, 1])\nf(x[0])",
}


def asked(source: str) -> bool:
    tree = ast.parse(source)
    calls = find(tree, ast.Call)
    (call,) = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id == "f"]
    return shows_nan(call.args[0], tree)


@pytest.mark.parametrize("name", WITHOUT)
def test_none_is_shown(name: str) -> None:
    assert not asked(WITHOUT[name])


@pytest.mark.parametrize("name", WITH)
def test_one_is_shown(name: str) -> None:
    assert asked(WITH[name])
