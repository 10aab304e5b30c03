"""Layers of MindSpore that want a float where the source writes an int."""

from __future__ import annotations

import pytest

from .conftest import fixed

NET = (
    "import torch.nn as nn\n\nclass Net(nn.Module):\n    def __init__(self, n, p{}):\n"
    "        super().__init__()\n{}        self.rnn = nn.LSTM(4, 5, n, dropout={})\n"
)


@pytest.mark.parametrize(
    "given", ["p", "0.5", "p if n > 1 else 0.0", "config.dropout", "p * (n > 1)"]
)
def test_leaves_floats_and_what_is_not_seen(given: str) -> None:
    assert f"dropout={given})" in fixed(NET.format("", "", given))


@pytest.mark.parametrize("given", ["p if n > 1 else 0", "0 if n == 1 else p", "(0, p)[n > 1]", "0"])
def test_what_may_be_an_int_is_made_a_float(given: str) -> None:
    assert f"dropout=float({given}))" in fixed(NET.format("", "", given))


def test_a_default_an_assignment_and_a_call_tell_of_a_name() -> None:
    assert "dropout=float(p))" in fixed(NET.format("=0", "", "p"))
    assert "dropout=float(p))" in fixed(NET.format("", "        p = p if n > 1 else 0\n", "p"))
    assert "dropout=float(p))" in fixed(NET.format("", "", "p") + "Net(2, 0)\n")
    assert "dropout=p)" in fixed(NET.format("=0.1", "", "p") + "Net(2, 0.5)\n")
