"""``item()`` in compiled code of tensors whose dtype graph mode does not read so."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, migrated


@pytest.mark.parametrize(
    "body",
    [
        "return x * x.sum().item()",
        "return x * x.long()[0, 0].item()",
        "return x * int(x.byte()[0, 0])",
    ],
    ids=["unknown", "int64", "int already"],
)
def test_leaves_alone(body: str) -> None:
    assert "MP402" not in codes(forward(body))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("n = x.byte()[0, 0].item()\nreturn x * n", "n = int(x.byte()[0, 0])"),
        ("n = x.short()[0, 0].item()\nreturn x * n", "n = int(x.short()[0, 0])"),
        ("return x * x.half().max().item()", "x * float(x.half().max())"),
        ("h = x.half()\nreturn x * h[0, 0].item()", "x * float(h[0, 0])"),
    ],
)
def test_its_number_is_read_by_python(body: str, expected: str) -> None:
    assert "MP402" in codes(forward(body))
    text, left = migrated(forward(body))
    assert expected in text
    assert left == []


KEPT = """
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift = nn.Parameter(torch.zeros(4))
        self.register_buffer("begun", {made})

    def forward(self, x):
        if self.begun.item() == 0:
            self.shift.data.copy_(x.detach().mean(0))
            self.begun.fill_(1)
        return x - self.shift
"""


def test_of_a_buffer_of_bytes_that_forward_changes() -> None:
    text, left = migrated(KEPT.replace("{made}", "torch.tensor(0, dtype=torch.uint8)"))
    assert "if int(self.begun) == 0:" in text
    assert left == []


@pytest.mark.parametrize("made", ["torch.tensor(0)", "torch.zeros(1)"])
def test_a_buffer_of_another_dtype_is_left_alone(made: str) -> None:
    assert "if self.begun.item() == 0:" in migrated(KEPT.replace("{made}", made))[0]
