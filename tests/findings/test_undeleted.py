"""``del`` in the middle of a forward pass: the name is kept, so that the pass becomes a function."""

from __future__ import annotations

import pytest

from .conftest import moved

SOURCE = """\
import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def run(self, data, target, batch, train=True):
        self.optimizer.zero_grad()
        output = self.net(data)
        {deleting}
        loss = F.cross_entropy(output, target)
        if train:
            loss.backward()
            self.optimizer.step()
        del target
        return loss.detach()
"""


@pytest.mark.parametrize(
    "deleting",
    [
        "del self.batch",
        "del batch['data']",
        "del data, batch['data']",
        "print(locals()); del data",
        "del data\n        print('data' in locals())",
    ],
)
def test_leaves_alone(deleting: str) -> None:
    text, left = moved(SOURCE.format(deleting=deleting))
    assert left
    assert "del " in text.partition("loss =")[0]


@pytest.mark.parametrize(
    "deleting",
    [
        "del data",
        "del data, batch  # no longer needed",
        "if train:\n            del data",
    ],
)
def test_the_name_is_kept(deleting: str) -> None:
    text, left = moved(SOURCE.format(deleting=deleting))
    assert left == []
    function = text.partition("def forward_fn")[2].partition("return loss")[0]
    assert [line.strip() for line in function.splitlines()[1:-1] if "#" not in line] == [
        "output = self.net(data)",
        "loss = ops.cross_entropy(output, target)",
    ]
    assert text.count("del ") == 1
    assert "del target" in text
