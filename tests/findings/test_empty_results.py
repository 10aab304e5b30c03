"""What is summed over the rows that a mask picks: MindSpore's sum of none is not 0."""

from __future__ import annotations

import pytest

from mindport.report import Finding

from .conftest import findings

NET = """
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.criterion = nn.CrossEntropyLoss(reduction="sum")
        self.mean = nn.CrossEntropyLoss()

    def forward(self, x, y, adjacent, mask):
        {}
"""


def told(body: str) -> list[Finding]:
    source = NET.format(body.replace("\n", "\n        "))
    found = [f for f in findings(source) if f.code == "MP220" and f.fix is None]
    return [f for f in found if "memory held" in f.message.en]


@pytest.mark.parametrize(
    "body",
    [
        "return x.t() @ x",
        "return x[mask] @ x.t()",
        "return x @ x[mask].t()",
        "return torch.matmul(x, x[mask].transpose(0, 1))",
        "return torch.einsum('nd,md->nm', x[mask], x)",
        "return x[mask].norm(dim=1)",
        "return x[mask].norm(1, dim=1)",
        "return torch.count_nonzero(x[mask], dim=1)",
        "return self.mean(x[mask], y[mask])",
        "return nn.MSELoss()(x[mask], y[mask])",
        "return self.criterion(x, y)",
        "if mask.any():\n    return self.criterion(x[mask], y[mask])",
        "picked = x[mask]\nif picked.numel() == 0:\n    return 0\nreturn picked.t() @ picked",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "return x[mask].t() @ x[mask]",
        "return adjacent[:, mask] @ x[mask]",
        "picked = x[mask]\nreturn torch.mm(picked.t(), picked)",
        "return x[mask].t().matmul(y[mask])",
        "return torch.einsum('nd,ne->de', x[mask], y[mask])",
        "return x[mask].norm(p=1)",
        "return torch.linalg.vector_norm(x[mask], 1)",
        "return torch.nansum(x[mask])",
        "return torch.dist(x[mask], y[mask])",
        "return self.criterion(x[mask], y[mask])",
        "loss = nn.BCELoss()(x[mask], y[mask])\nreturn 0 if torch.isnan(loss) else loss",
        "loss = nn.MSELoss(reduction='sum')\nreturn loss(x[mask], y[mask])",
        "return nn.L1Loss(reduction='sum')(x[mask], y[mask])",
    ],
)
def test_is_told(body: str) -> None:
    assert told(body) != []
