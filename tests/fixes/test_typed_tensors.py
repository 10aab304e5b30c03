"""``torch.FloatTensor`` and its kin: as constructors, as dtypes, and asked for with ``type``."""

from __future__ import annotations

import pytest

from .conftest import Fixer

HEADER = "import torch\nfrom torch import nn\n\n\ndef f(x: torch.Tensor, data, n):\n"


@pytest.mark.parametrize("call", ["torch.Tensor(data.shape)", "torch.IntTensor(data.shape)"])
def test_what_may_be_a_shape_of_numpys_or_a_size_stays_marked(fix: Fixer, call: str) -> None:
    result = fix(f"{HEADER}    return {call}\n")
    assert call.partition("(")[0] in result.document.text
    assert result.report.findings


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("torch.FloatTensor([1, 2])", "ms.tensor([1, 2], dtype=ms.float32)"),
        ("torch.FloatTensor(2, n)", "mint.zeros((2, n), dtype=ms.float32)"),
        ("torch.FloatTensor(data)", "legacy_tensor(data, dtype=ms.float32)"),
        ("torch.LongTensor(x.shape)", "mint.zeros(x.shape, dtype=ms.int64)"),
        ("torch.Tensor(x.size())", "mint.zeros(x.shape, dtype=ms.float32)"),
        ("torch.LongTensor(data)", "legacy_tensor(data, dtype=ms.int64)"),
        ("torch.Tensor(data)", "legacy_tensor(data, dtype=ms.float32)"),
        ("x.type(torch.LongTensor)", "x.type(ms.int64)"),
        ("(x < 3).type(torch.FloatTensor)", "(x < 3).type(ms.float32)"),
        ("type(data) is torch.Tensor", "type(data) is ms.Tensor"),
    ],
)
def test_expressions(fix: Fixer, expression: str, expected: str) -> None:
    result = fix(f"{HEADER}    return {expression}\n")
    assert result.document.text.endswith(f"    return {expected}\n")
    assert list(result.report.findings) == []


SHIFT = """import torch
from torch import nn


class MeanShift(nn.Module):
    def __init__(self, mean):
        super().__init__()
        self.mean = torch.Tensor(mean)


CALL
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("MeanShift((0.4, 0.5))", "ms.tensor(mean, dtype=ms.float32)"),
        ("rgb = (0.4, 0.5)\nMeanShift(mean=rgb)", "ms.tensor(mean, dtype=ms.float32)"),
        ("MeanShift(torch.ones(2, 3).shape)", None),
        ("MeanShift((0.4, 0.5))\nMeanShift(torch.ones(2, 3).shape)", None),
    ],
)
def test_a_tuple_that_the_calls_give(fix: Fixer, call: str, expected: str | None) -> None:
    text = fix(SHIFT.replace("CALL", call)).document.text
    if expected is None:
        assert "ms.tensor(mean" not in text
    else:
        assert f"        self.mean = {expected}\n" in text
