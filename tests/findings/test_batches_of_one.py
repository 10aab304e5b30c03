"""What is set with an axis of length 1 in front, which MindSpore refuses."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = """import torch
from torch import nn

net = nn.Linear(4, 4)
x = torch.randn(5, 4)
out = torch.zeros(5, 4)
rows = {}
for i in range(5):
    found = {}
    {}
"""


@pytest.mark.parametrize(
    ("found", "line"),
    [
        ("x[i]", "out[i] = found"),
        ("net(x[i])", "out[i] = found"),
        ("x[i].unsqueeze(-1)", "out[i] = found.squeeze(-1)"),
        ("x[i : i + 2]", "out[i : i + 2] = found"),
        ("net(x[i].unsqueeze(0))", "out[i] = found[0]"),
        ("net(x[i].unsqueeze(0))", "out[i] = found.mean()"),
        ("net(x[i].unsqueeze(0))", "y = found"),
        ("net(x[i].unsqueeze(0))", "rows[i] = found"),
        ("torch.randn(4)", "out[i] = found"),
        ("torch.randn(1, 4)", "out[i : i + 1] = found"),
    ],
)
def test_leaves_alone(found: str, line: str) -> None:
    told = findings(HEAD.replace("{}", "{{}}", 1).format(found, line))
    assert not [f for f in told if f.symbol == "torch.Tensor.__setitem__"]


@pytest.mark.parametrize(
    ("found", "line", "after"),
    [
        ("x[i]", "out[i] = found.unsqueeze(0)", "out[i] = found"),
        ("x[i]", "out[i] = found[None]", "out[i] = found"),
        ("x[i].unsqueeze(0)", "out[i] = net(found)", "out[i] = net(found).squeeze(0)"),
        ("net(x[i : i + 1])", "out[i, :] = found", "out[i, :] = found.squeeze(0)"),
        ("net(x[i][None]).cpu()", "out[i] = found", "out[i] = found.squeeze(0)"),
        ("torch.randn(1, 4)", "out[i] = found", "out[i] = found.squeeze(0)"),
    ],
)
def test_it_is_set_without(found: str, line: str, after: str) -> None:
    text = fixed(HEAD.replace("{}", "{{}}", 1).format(found, line))
    assert text.endswith(f"    {after}\n")
    assert fixed(text) == text


DECODED = """import torch

def decode(decoder, x, steps, size):
    kept = torch.zeros(steps, size)
    deep = torch.zeros(steps, 1, size)
    for i in range(steps):
        output, hidden, attention = decoder(x)
        top, place = output.topk(1)
        {}
    return kept, deep
"""


@pytest.mark.parametrize(
    "line",
    [
        "deep[i] = attention.data",
        "kept[i : i + 1] = attention",
        "kept[place] = attention.data",  # which may be several rows
        "kept[i] = attention[0, 0]",
        "kept[i] = attention",  # which may be a number
        "kept[i] = top",
        "other[i] = attention",
    ],
)
def test_places_of_other_axes_and_known_values_stay(line: str) -> None:
    told = findings(DECODED.format(line))
    assert not [f for f in told if f.symbol == "torch.Tensor.__setitem__"]


@pytest.mark.parametrize("value", ["attention.data", "attention.detach().cpu()"])
def test_one_of_several_outputs_is_set_flattened_into_a_row(value: str) -> None:
    text = fixed(DECODED.format(f"kept[i] = {value}"))
    assert ".flatten()\n    return kept" in text
    assert fixed(text) == text
