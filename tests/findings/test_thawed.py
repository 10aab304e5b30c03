"""Parameters that are trained again behind the optimizer: MindSpore's was made without them."""

from __future__ import annotations

import pytest

from .conftest import findings

HEADER = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        return self.head(self.body(x))

    def freeze_body(self):
        for p in self.body.parameters():
            p.requires_grad = False

    def unfreeze_body(self):
        for p in self.body.parameters():
            p.requires_grad = True

model, teacher = Net(), Net()
"""
OPTIMIZER = "optimizer = torch.optim.Adam(model.parameters(), lr=0.01)\n"
FREEZE = "model.freeze_body()\n"
UNFREEZE = "model.unfreeze_body()\n"
LOOP = "for p in model.body.parameters():\n    p.requires_grad = FLAG\n"


def told(body: str) -> list[int]:
    """The lines of ``body`` with such a finding."""
    first = HEADER.count("\n")
    source = HEADER + body
    found = [f for f in findings(source) if "is not among its parameters" in f.message.en]
    return [source[: f.span.start].count("\n") + 1 - first for f in found]


@pytest.mark.parametrize(
    "body",
    [
        FREEZE + OPTIMIZER + "fit(model, optimizer)\n",
        FREEZE + UNFREEZE + OPTIMIZER,
        FREEZE + OPTIMIZER + "fit(model, optimizer)\n" + UNFREEZE + OPTIMIZER,
        FREEZE
        + OPTIMIZER
        + UNFREEZE
        + "optimizer.add_param_group({'params': model.body.parameters()})\n",
        OPTIMIZER + "for x in data:\n    model.freeze_body()\n    model.unfreeze_body()\n",
        "teacher.freeze_body()\n" + OPTIMIZER + "x = torch.ones(3)\nx.requires_grad_()\n",
        "teacher.requires_grad_(False)\n" + OPTIMIZER + LOOP.replace("FLAG", "True"),
    ],
    ids=["never", "before", "made anew", "added", "in turns", "a tensor", "another network"],
)
def test_leaves_alone(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (FREEZE + OPTIMIZER + "fit(model, optimizer)\n" + UNFREEZE, 4),
        (FREEZE + OPTIMIZER + "for epoch in range(9):\n    if epoch == 3:\n        " + UNFREEZE, 5),
        (LOOP.replace("FLAG", "False") + OPTIMIZER + LOOP.replace("FLAG", "True"), 4),
        ("model.body.requires_grad_(False)\n" + OPTIMIZER + "model.body.requires_grad_(True)\n", 3),
        (OPTIMIZER + "network.unfreeze_backbone()\n", 2),
    ],
    ids=["a method", "in a loop", "inline", "of a module", "a network of another file"],
)
def test_what_is_trained_again_is_told(body: str, line: int) -> None:
    assert told(body) == [line]
