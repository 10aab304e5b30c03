"""A tensor that is made only to be filled is made as it is to be, in one call."""

from __future__ import annotations

import pytest

from .conftest import Fixer

HEAD = "import torch\n\n\ndef f(x: torch.Tensor, n: int, v):\n    return "


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "torch.zeros(2, 3).fill_(v)", "ops.full_like(mint.zeros((2, 3)), v)", id="unknown"
        ),
        pytest.param(
            "torch.zeros(3).fill_(0.5) + x.clone().fill_(2)",
            "ops.full_like(x.copy(), 2)",
            id="of another tensor",
        ),
    ],
)
def test_what_is_filled_with_something_unknown_stays(fix: Fixer, before: str, after: str) -> None:
    assert after in fix(HEAD + before + "\n", unsafe=True).document.text


def test_the_authors_own_calls_stay(fix: Fixer) -> None:
    own = "ops.full_like(mint.zeros((2, 3), dtype=ms.float32), 1.0)"
    source = (
        "import mindspore as ms\nimport torch\nfrom mindspore import mint, ops\n\n"
        f"a = {own}\nb = torch.tanh(a)\n"
    )
    assert f"a = {own}\n" in fix(source, unsafe=True).document.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch.FloatTensor(n, 1).fill_(1.0)", "mint.ones((n, 1), dtype=ms.float32)"),
        ("torch.ones(n, 1).fill_(0)", "mint.zeros((n, 1), dtype=ms.float32)"),
        ("torch.zeros(2, 3).fill_(0.5)", "ops.full((2, 3), 0.5, dtype=ms.float32)"),
        ("torch.zeros(2, dtype=torch.int64).fill_(-1)", "ops.full((2,), -1, dtype=ms.int64)"),
        ("torch.zeros_like(x).fill_(float('-inf'))", "ops.full_like(x, float('-inf'))"),
        ("torch.empty_like(x).uniform_(0, 1)", "ops.rand_like(x)"),
        ("torch.empty(n).uniform_(0, 3)", "ops.rand((n,)) * 3"),
        (
            "torch.empty(n, 2, dtype=torch.float64).uniform_(0, 1)",
            "ops.rand((n, 2), dtype=ms.float64)",
        ),
    ],
)
def test_one_call_takes_the_place_of_two(fix: Fixer, before: str, after: str) -> None:
    text = fix(HEAD + before + "\n", unsafe=True).document.text
    assert f"    return {after}\n" in text
    assert "mint" not in text.partition("def")[0] or "mint." in text
