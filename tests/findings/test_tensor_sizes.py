"""Tensors among the sizes of a call become numbers, where MindSpore refuses them."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch.nn import functional as F\n\n\n"
FUNCTION = HEAD + "def f(x: torch.Tensor, n: torch.Tensor, k: int):\n    "


@pytest.mark.parametrize(
    "line",
    [
        "return torch.full((2, k), 0.5)",
        "return torch.full((2, int(n.max())), 0.5)",
        "return torch.zeros(2, n.max())",
        "return x.new_full(x.shape, 0.5)",
        "return torch.rand(x.size(0), k)",
        "return torch.split(x, [2, k])",
        "return other.full((2, n.max()), 0.5)",
        "return F.pad(x, (0, k), value=n.max())",
    ],
)
def test_leaves_alone(line: str) -> None:
    told = [f for f in findings(FUNCTION + line) if f.fix and f.fix.title.en.startswith("Take the")]
    assert told == []


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("return torch.full((2, n.max()), 0.5)", "ops.full((2, int(n.max())), 0.5, dtype=ms.float32)"),
        ("return x.new_full([k, n[0]], 0.5)", "ops.full([k, int(n[0])], 0.5, dtype=x.dtype)"),
        ("return torch.full(size=(2, *n), fill_value=1.5)", "ops.full((2, *n.tolist()), 1.5, dtype=ms.float32)"),
        ("return torch.randn(2, n.max())", "ops.randn((2, int(n.max())))"),
        ("return torch.rand((n.max(), 2))", "ops.rand((int(n.max()), 2))"),
        ("return x.new_ones(2, n.max())", "ops.ones((2, int(n.max())), dtype=x.dtype)"),
        ("return x.narrow(1, 0, n.max())", "x.narrow(1, 0, int(n.max()))"),
        ("return x.split(n.max(), 1)", "x.split(int(n.max()), 1)"),
        ("return torch.split(x, [k, n.max()], 1)", "ops.split(x, [k, int(n.max())], 1)"),
        ("return F.pad(x, (0, n.max() - k))", "pad(x, (0, int(n.max() - k)))"),
        ("return torch.full([k] + list(n), 0.5)", "ops.full([k] + n.tolist(), 0.5, dtype=ms.float32)"),
    ],
)  # fmt: skip
def test_numbers_are_taken_of_tensors(line: str, after: str) -> None:
    assert fixed(FUNCTION + line, unsafe=True).rstrip().endswith(after)


def test_a_list_of_sizes_is_made_of_numbers() -> None:
    lines = "shape = [k] + list(n)\n    return x.new_full(shape, 0.5), x.new_full(shape, 2.0)\n"
    text = fixed(FUNCTION + lines)
    assert "    shape = [k] + n.tolist()\n" in text
    assert text.count("tolist") == 1
    twice = lines.replace("    return", "    shape = other(shape)\n    return")
    assert "[k] + list(n)" in fixed(FUNCTION + twice)
