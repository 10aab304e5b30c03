"""An LSTM's state as a list, which MindSpore's refuses."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = """import torch
from torch import nn

net = nn.LSTM(3, 5)
{begin}
for x in loader:
    {step}
    out, {name} = net(x, h)
"""
CUT = "h = [s.detach() for s in h]"


@pytest.mark.parametrize(
    ("begin", "step", "name"),
    [
        pytest.param("h = None", "h = tuple(s.detach() for s in h)", "h", id="a tuple"),
        pytest.param("h = [None, None]", CUT, "h", id="a list of states"),
        pytest.param("h = None", CUT, "other", id="not given anew"),
        pytest.param("h = None", "h = [s.sum() for s in h]", "h", id="of something else"),
        pytest.param("h = None", f"{CUT}\n    h[0] = x", "h", id="changed as a list"),
    ],
)
def test_leaves_alone(begin: str, step: str, name: str) -> None:
    assert "tuple([" not in fixed(HEAD.format(begin=begin, step=step, name=name), unsafe=True)


@pytest.mark.parametrize("cut", ["s.detach()", "s.data"])
def test_a_state_that_is_cut_becomes_a_tuple(cut: str) -> None:
    step = f"h = [{cut} for s in h]"
    source = HEAD.format(begin="h = None", step=step, name="h")
    assert "    h = tuple([" in fixed(source, unsafe=True)
    assert "    h = [" in fixed(source)


def test_a_list_that_is_written_in_the_call_becomes_a_tuple() -> None:
    source = HEAD.format(begin="", step="pass", name="h").replace("net(x, h)", "net(x, [h, c])")
    assert "net(x, tuple([h, c]))" in fixed(source)


def test_a_list_of_a_gru_is_left_alone() -> None:
    source = HEAD.format(begin="h = None", step=CUT, name="h").replace("LSTM", "GRU")
    assert "tuple([" not in fixed(source, unsafe=True)
