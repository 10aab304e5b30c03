"""Sizes that are negative, or a tuple at times: what MindSpore's own functions get wrong or refuse."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEADER = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
PADDED = HEADER + "def f(x, y, size, sizes):\n    {}\n    return F.pad(x, {})\n"


@pytest.mark.parametrize(
    ("before", "size"),
    [
        ("pass", "(1, 2)"),
        ("pass", "(size, size)"),
        ("pass", "[0, size // 2]"),
        ("pass", "(0, x.shape[-1] - 1)"),
        ("pass", "(0, -x.shape[-1] % 8)"),
        ("pass", "(0, max(0, size - x.shape[-1]))"),
        ("pass", "(0, size - x.shape[-1]), mode='reflect'"),
        ("p = (0, 0, 1, 1)", "p"),
        ("n = (8 - x.shape[-1] % 8) % 8", "(0, n)"),
        ("n = max(size, 0)", "(n // 2, n - n // 2)"),
        ("pass", "(size // 2, size - size // 2)"),
    ],
)
def test_sizes_that_are_not_negative_need_nothing(before: str, size: str) -> None:
    assert "    return ops.pad(" in fixed(PADDED.format(before, size))


@pytest.mark.parametrize(
    ("before", "size"),
    [
        ("pass", "(-1, 1)"),
        ("pass", "(0, size - x.shape[-1])"),
        ("pass", "(0, min(size - x.shape[-1], 4))"),
        ("n = size - x.shape[-1]", "(0, n)"),
        ("n = size - x.shape[-1]", "pad=(n // 2, n - n // 2)"),
        ("pass", "sizes"),
        ("sizes = [(1, -1)]", "sizes[0]"),
    ],
)
def test_sizes_that_may_be_negative_are_cut_first(before: str, size: str) -> None:
    text = fixed(PADDED.format(before, size))
    assert "    return pad(" in text
    assert "def pad(input, pad, mode" in text


BLOCK = HEADER + (
    "class Block(nn.Module):\n"
    "    def __init__(self, size, padding={}):\n"
    "        super().__init__()\n"
    "        self.conv = nn.Conv2d(3, 3, size, padding=padding)\n\n"
    "    def forward(self, x):\n"
    "        return self.conv(x)\n\n\n"
    "blocks = [Block(3, 1), {}]\n"
)


@pytest.mark.parametrize(
    ("default", "other"), [("0", "Block(3)"), ("1", "Other(3, padding=(0, 1))")]
)
def test_a_padding_that_is_never_a_tuple_is_a_number(default: str, other: str) -> None:
    assert "nn.Conv2d(3, 3, size, padding=padding, has_bias=True" in fixed(
        BLOCK.format(default, other)
    )


@pytest.mark.parametrize(
    ("default", "other"),
    [
        ("0", "Block((1, 3), padding=(0, 1))"),
        ("0", "Block((1, 3), (0, 1))"),
        ("(0, 1)", "Block(3, 0)"),
    ],
)
def test_a_padding_that_is_a_tuple_at_times_is_spread_out(default: str, other: str) -> None:
    text = fixed(BLOCK.format(default, other))
    assert "self.conv = Conv2d(3, 3, size, padding=padding)" in text


AUTOPAD = """import torch.nn as nn


def autopad(k, p=None):
    if p is None:
        p = {}
    return p


class Conv(nn.Module):
    def __init__(self, c, k=1, p=None):
        super().__init__()
        pad = autopad(k, p)
        self.conv = nn.Conv2d(c, c, k, 1, pad)
        self.again = nn.Conv2d(c, c, k, 1, autopad(k))

    def forward(self, x):
        return self.again(self.conv(x))
"""


def test_a_padding_that_a_function_computes_as_a_number_is_one() -> None:
    text = fixed(AUTOPAD.format("k // 2"))
    assert "self.again = nn.Conv2d(c, c, k, 1, padding=autopad(k), has_bias=True" in text


def test_a_padding_of_a_function_that_may_give_a_list_is_spread_out() -> None:
    text = fixed(AUTOPAD.format("k // 2 if isinstance(k, int) else [x // 2 for x in k]"))
    assert "self.conv = Conv2d(c, c, k, 1, pad)" in text
    assert "self.again = Conv2d(c, c, k, 1, autopad(k))" in text
