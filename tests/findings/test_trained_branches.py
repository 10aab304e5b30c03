"""Gradients that are read where a step runs under a condition: ``if train:`` around backward and step."""

from __future__ import annotations

from textwrap import indent

import pytest

from tests.findings.conftest import findings, fixed

SOURCE = """\
import torch
import torch.nn.functional as F


def run(model, data, train):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0.0
    for x, y in data:
        loss = F.l1_loss(model(x), y)
        if train:
            optimizer.zero_grad()
            loss.backward()
{inside}
            optimizer.step()
{behind}
        total += loss.item()
    return total
"""
NORM = """\
norm = 0
for p in model.parameters():
    if p.grad is not None:
        norm += p.grad.data.norm() ** 2
print(norm)
"""


def _source(inside: str = "", behind: str = "") -> str:
    return SOURCE.format(inside=indent(inside, " " * 12), behind=indent(behind, " " * 8))


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(_source(behind=NORM), id="behind the branch: of an earlier round, too"),
        pytest.param(_source(behind=f"if train:\n{indent(NORM, '    ')}"), id="in another branch"),
    ],
)
def test_what_may_have_no_gradients_is_told(source: str) -> None:
    found = [f for f in findings(source) if f.code == "MP306" and f.fix is None]
    assert any("read or changed by hand" in f.message.en for f in found)


@pytest.mark.parametrize(
    ("read", "after"),
    [
        pytest.param(
            NORM,
            "for p, grad in zip(optimizer.parameters, grads):\n",
            id="a norm that is summed up",
        ),
        pytest.param(
            "print(max(p.grad.abs().max() for p in model.parameters()))\n",
            "print(max(grad.abs().max() for p, grad in zip(optimizer.parameters, grads)))\n",
            id="a comprehension",
        ),
        pytest.param(
            f"if total > 3:\n{indent(NORM, '    ')}",
            "for p, grad in zip(optimizer.parameters, grads):\n",
            id="in a branch of the branch",
        ),
    ],
)
def test_what_is_read_in_the_branch_is_that_of_the_step(read: str, after: str) -> None:
    text = fixed(_source(read), unsafe=True)
    assert after in text
    assert ".grad" not in text.replace("grad.data", "")
