"""Another step that stands between the data and the forward pass stays in front of the function."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

ARCHITECT = """\
class Architect:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.alphas(), lr=0.1)

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = nn.functional.cross_entropy(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        return loss.item()

"""
LOOP = """\
import torch
from torch import nn
{architect}
def train(loader, model, architect, meter):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        part, target = x[:4], y[:4]
        {other}
        optimizer.zero_grad()
        logits = model(part)
        loss = nn.functional.cross_entropy(logits, target)
        loss.backward()
        optimizer.step()
"""


def test_what_is_only_asked_stays_a_part_of_the_function() -> None:
    source = LOOP.format(architect="", other="part = architect.scaled(part)")
    text = fixed(source)
    assert "        part = architect.scaled(part)\n        logits = model(part)\n" in text


@pytest.mark.parametrize(
    ("architect", "other"),
    [
        pytest.param(ARCHITECT, "architect.step(x[4:], y[4:])", id="of the file"),
        pytest.param(ARCHITECT, "meter.append(architect.step(x[4:], y[4:]))", id="kept"),
        pytest.param("", "architect.step(x[4:], y[4:])", id="of another file"),
    ],
)
def test_another_step_stays_in_front(architect: str, other: str) -> None:
    text = fixed(LOOP.format(architect=architect, other=other))
    step = f"        {other}\n        loss, grads = grad_fn(part, target)\n"
    assert step in text
    assert [f for f in findings(text) if f.severity == "error"] == []
