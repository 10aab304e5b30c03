"""``out=`` of a tensor that is made where it is given: nobody else reads it."""

from __future__ import annotations

import pytest

from .conftest import fixed

SOURCE = (
    "import torch\n\n\ndef mask_of(lengths, kept):\n    longest = torch.max(lengths).item()\n"
    "    ids = torch.arange({})\n    return ids < lengths.unsqueeze(1)\n"
)


@pytest.mark.parametrize(
    "given",
    [
        "0, longest, out=kept",
        "0, longest, out=lengths.new(longest)",
        "0, longest, out=torch.LongTensor(torch.max(lengths))",  # of a tensor it is a view
        "0, longest, out=torch.BoolTensor(longest)",
        "0, longest, dtype=torch.int32, out=torch.LongTensor(longest)",
    ],
)
def test_leaves_alone(given: str) -> None:
    assert "torch.arange(0, longest" in fixed(SOURCE.format(given), unsafe=True)


@pytest.mark.parametrize(
    ("given", "after"),
    [
        ("0, longest, out=torch.LongTensor(longest)", "0, longest, dtype=ms.int64"),
        ("0, longest, out=torch.cuda.LongTensor(longest)", "0, longest, dtype=ms.int64"),
        ("longest, out=torch.FloatTensor()", "longest, dtype=ms.float32"),
        ("0, 9, 2, out=torch.zeros(0, dtype=torch.int64)", "0, 9, 2"),
    ],
)
def test_its_dtype_is_given(given: str, after: str) -> None:
    assert f"ids = ops.arange({after})\n" in fixed(SOURCE.format(given))
