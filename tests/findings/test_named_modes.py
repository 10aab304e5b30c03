"""``net = net.train()`` beside a step: the network's mode is set, and the name stays what it is."""

from __future__ import annotations

import pytest

from .conftest import moved

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
TRAIN = """
def train(loader):
    net = nn.Linear(3, 1)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        net = net.train()
        opt.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        opt.step()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("net = net.train()", "other = net.train()", id="another name"),
        pytest.param("net = net.train()", "net = build(net).train()", id="what another one is"),
    ],
)
def test_leaves_alone(before: str, after: str) -> None:
    text, _ = moved(HEAD + TRAIN.replace(before, after))
    assert after.partition(" = ")[0] + " = " in text


def test_the_mode_is_set_before_the_function() -> None:
    text, left = moved(HEAD + TRAIN)
    assert left == []
    assert "net = net" not in text
    assert "        net.set_train()\n" in text
    assert "def forward_fn(" in text.replace("def forward_fn()", "def forward_fn(")
