"""A loss that a network's forward leaves in an attribute, ``model.last_loss``, comes of its call.

That it trains as it did is shown by ``tests/scenarios/programs/loss_in_an_attribute.py``.
"""

from __future__ import annotations

import pytest

from .conftest import moved

SOURCE = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)
        self.scale = 2.0

    def forward(self, x):
        h = self.fc(x)
        {kept}
        return h


model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in batches:
    {before}
    loss = model.last_loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("kept", "before"),
    [
        pytest.param("print(h)", "out = model(x)", id="what no forward leaves there"),
        pytest.param("self.last_loss = h.mean()", "out = other(x)", id="another network is called"),
    ],
)
def test_stays_marked(kept: str, before: str) -> None:
    text, told = moved(SOURCE.format(kept=kept, before=before))
    assert "loss.backward()" in text and len(told) > 0


def test_the_call_goes_into_the_function() -> None:
    text, told = moved(SOURCE.format(kept="self.last_loss = h.mean()", before="out = model(x)"))
    assert told == []
    assert (
        "def forward_fn(x):\n    out = model(x)\n    loss = model.last_loss\n    return loss\n"
        in text
    )


def test_what_layers_keep_comes_of_the_call_that_stands_alone() -> None:
    kept = "self.last_loss = h.mean()"
    source = SOURCE.format(kept=kept, before="model(x)\n    total = 0")
    source = source.replace(
        "loss = model.last_loss",
        "for layer in layers:\n        total += layer.last_loss\n    loss = total * 2",
    )
    text, told = moved(source)
    assert told == []
    assert "def forward_fn(x):\n    model(x)\n    total = 0\n    for layer in layers:\n" in text
