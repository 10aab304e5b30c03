"""Items of tensors that a forward writes under no_grad: the tensors keep their gradients."""

from __future__ import annotations

import pytest

from .conftest import fixed

MODULE = """\
import torch
from torch import nn


class Margin(nn.Module):
    def forward(self, logits, rows: torch.Tensor, n: int):
        labels = rows + 1
        with torch.no_grad():
            logits.arccos_()
            {line}
            logits.cos_()
        return logits * 2
"""


@pytest.mark.parametrize(
    "line",
    [
        "logits[0] = 1.0",
        "logits[-1, n] = 1.0",
        "logits[..., 1:n] = logits[..., 0:1]",
        "first = logits.clone()\n            first[rows] = 1.0",
        "self.kept[rows] = logits",
    ],
)
def test_leaves_alone(line: str) -> None:
    text = fixed(MODULE.format(line=line), unsafe=True)
    assert "with no_grad():" in text
    assert "write_items" not in text


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("logits[rows] = 1.0", "write_items(logits, rows, 1.0)"),
        (
            "logits[rows, labels.view(-1)] = logits[rows, labels] + 1",
            "write_items(logits, (rows, labels.view(-1)), logits[rows, labels] + 1)",
        ),
        ("logits[:, rows] = 1.0", "write_items(logits, (slice(None, None), rows), 1.0)"),
        ("logits[1:n, [0, 2]] = 0", "write_items(logits, (slice(1, n), [0, 2]), 0)"),
        ("logits[logits > 0] = 0", "write_items(logits, logits > 0, 0)"),
        ("logits[rows] -= 1 + n", "write_items(logits, rows, logits[rows] - (1 + n))"),
    ],
)
def test_the_helper_writes(line: str, after: str) -> None:
    assert f"            {after}\n" in fixed(MODULE.format(line=line), unsafe=True)


def test_what_is_not_read_behind_the_block() -> None:
    source = MODULE.format(line="logits[rows] = 1.0").replace("return logits * 2", "return rows")
    assert "write_items" not in fixed(source, unsafe=True)
