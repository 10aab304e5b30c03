"""Loops in compiled code over what is found when the network runs."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward


@pytest.mark.parametrize(
    "body",
    [
        "for c in range(3):\n    x = x * (x == c)\nreturn x",
        "for row in x:\n    x = x + row\nreturn x",
        "n = len(torch.unique(x))\nreturn x * n",
        "for i in range(x.shape[0]):\n    x = x + x[i]\nreturn x",
        "for i in (x > 0).nonzero()[0]:\n    x = x + i\nreturn x",
        "for part in x[:, :2]:\n    x = x + part\nreturn x",
        "return torch.unique(x).sum()",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "MP402" not in codes(forward(body))


@pytest.mark.parametrize(
    "body",
    [
        "for c in torch.unique(x):\n    x = x * c\nreturn x",
        "classes = x.unique()\nfor c in classes:\n    x = x * c\nreturn x",
        "classes, counts = torch.unique(x, return_counts=True)\n"
        "for c, n in zip(classes, counts):\n    x = x * c / n\nreturn x",
        "for i, c in enumerate(x.unique()):\n    x = x * c + i\nreturn x",
        "classes = torch.unique(x)\nfor i in range(len(classes)):\n    x = x * classes[i]\nreturn x",
        "classes = torch.unique(x)\nfor i in range(classes.size(0)):\n    x = x * i\nreturn x",
        "return sum([x * c for c in torch.unique(x)])",
        "for v in x[x > 0]:\n    x = x * v\nreturn x",
    ],
)
def test_is_told(body: str) -> None:
    assert "MP402" in codes(forward(body))
