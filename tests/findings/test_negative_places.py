"""Indices that are tensors with negative places: MindSpore's x[i] gives them no gradient."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

FORWARD = """import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.register_buffer("last", torch.tensor([-1]))
        self.register_buffer("first", torch.tensor([0]))

    def forward(self, x, n: torch.Tensor):
        h = self.fc(x)
        {line}
"""


@pytest.mark.parametrize(
    "line",
    [
        "return h[n]",
        "return h[n + 1]",
        "return h[(n - 1) % 3]",
        "return h[(n - 1).clamp(min=0)]",
        "return h[-1]",
        "return h[n - 1, 0]",
        "return h[torch.tensor([0, 1])]",
        "return h[self.first]",
        "return [4, 5][-1] + h",
    ],
)
def test_leaves_alone_what_has_its_gradient(line: str) -> None:
    assert "..." not in fixed(FORWARD.format(line=line), unsafe=True)


def test_leaves_alone_what_is_not_differentiated() -> None:
    source = "import torch\n\ndef pick(h: torch.Tensor, n: torch.Tensor):\n    return h[n - 1]\n"
    assert "MP220" not in [one.code for one in findings(source)]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("return h[n - 1]", "return h[n - 1, ...]"),
        ("return h[(n - 1).long()]", "return h[(n - 1).long(), ...]"),
        ("return h[torch.tensor([-1, 0])]", "return h[ms.tensor([-1, 0]), ...]"),
        ("i = torch.arange(-2, 0)\n        return h[i]", "return h[i, ...]"),
        ("return h[self.last]", "return h[self.last, ...]"),
    ],
)
def test_negative_places_are_followed_by_all_other_axes(line: str, after: str) -> None:
    assert after in fixed(FORWARD.format(line=line))
