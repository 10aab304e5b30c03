"""Masks of several axes with slices behind them: MindSpore takes the slice of the wrong axis."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

SOURCE = (
    "import torch\n\n\ndef f(x: torch.Tensor, keep, mask, i):\n    above = x > 0\n"
    "    flat = torch.zeros(3, dtype=torch.bool)\n    {}\n"
)


@pytest.mark.parametrize(
    "statement",
    [
        "return x[above]",
        "return x[:, above]",
        "return x[above, 0]",
        "return x[..., flat]",
        "return x[..., mask]",
        "return x[flat, :]",
        "return x[flat, 1:]",
        "return x[i, :]",
        "return x[0, :]",
        "return x[i, mask, :]",
        "x[above, :] = 0",
        "return keep[mask, 1:]",
        "return keep[i, :]",
        "import numpy as np; return np.zeros((2, 2))[mask, :]",
    ],
)
def test_leaves_alone(statement: str) -> None:
    assert statement in fixed(SOURCE.format(statement))


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("return x[above, :]", "return x[above]"),
        ("return x[above, ...]", "return x[above]"),
        ("return x[mask, :, :]", "return x[mask]"),
        ("return x[x > 1, :]", "return x[x > 1]"),
        ("return x[:, mask, :]", "return x[:, mask]"),
        ("return x[above, 1:]", "return x[above][:, 1:]"),
        ("return x[:, above, :, :2]", "return x[:, above][:, :, :, :2]"),
        ("x[above, :] += 1", "x[above] += 1"),
        ("return keep[mask, :]", "return keep[mask]"),
        (
            "inner_mask = (keep > 0) & (i < 1); return i[inner_mask, :, :]",
            "inner_mask = (keep > 0) & (i < 1); return i[inner_mask]",
        ),
    ],
)
def test_the_mask_is_taken_first(statement: str, after: str) -> None:
    assert f"    {after}\n" in fixed(SOURCE.format(statement))


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("return x[..., torch.ones(2, 3) > 0]", "return x.flatten(-2)[..., (mint.ones((2, 3)) > 0).flatten()]"),
        (
            "off = ~torch.eye(i, dtype=torch.bool); return x.exp()[..., off]",
            "off = ~mint.eye(i, dtype=ms.bool_); return x.exp().flatten(-2)[..., off.flatten()]",
        ),
    ],
)  # fmt: skip
def test_a_mask_behind_dots_is_for_one_axis(statement: str, after: str) -> None:
    assert f"    {after}\n" in fixed(SOURCE.format(statement))


@pytest.mark.parametrize(
    "statement", ["x[..., torch.eye(3) > 0] = 1", "x[..., torch.eye(3) > 0] += 1"]
)
def test_one_behind_dots_that_is_set_is_marked(statement: str) -> None:
    told = [f for f in findings(SOURCE.format(statement)) if f.symbol == "torch.masked_select"]
    assert [(f.code, f.severity, f.fix) for f in told] == [("MP220", "error", None)]


@pytest.mark.parametrize("statement", ["x[above, 1:] += 1", "return x[0, above, 1:]"])
def test_what_two_steps_do_not_mean_is_marked(statement: str) -> None:
    source = SOURCE.format(statement)
    assert statement in fixed(source)
    assert "MP220" in [f.code for f in findings(source) if f.symbol == "torch.masked_select"]
