"""Tensors that graph mode makes once and that code changes in place: tests/knowledge/test_graph.py runs
them."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        h = self.fc(x)
{body}
        return total
"""


def migrated(body: str, mode: Mode = "GRAPH") -> tuple[str, list[str]]:
    """The text after all fixes, and the codes of graph mode that are left."""
    document = Document("net.py", NET.format(body=indent(dedent(body).strip(), " " * 8)))
    config = Config(target=Target(devices=("CPU",), mode=mode))
    fixed = fix_document(document, config, Workspace(), unsafe=False)
    left = [f.code for f in fixed.report.findings if f.code.startswith("MP4")]
    return fixed.document.text, left


@pytest.mark.parametrize(
    "body",
    [
        "total = torch.tensor(h.shape[0])\ntotal = total + h.sum()",
        "total = h.sum()\ntotal += torch.tensor(1.0)",
        "total = 0.0\ntotal += h.sum()",
        "start = torch.tensor([0.0, 1.0])\ntotal = h[0, :2] + start\ntotal += 1",
    ],
    ids=["a new tensor", "computed", "a number", "what is added"],
)
def test_other_changes_stay_as_they_are(body: str) -> None:
    text, left = migrated(body)
    assert ("total +=" in text) == ("total +=" in body)
    assert left == []


def test_pynative_makes_it_at_each_call() -> None:
    text, _ = migrated("total = torch.tensor(0.0)\ntotal += h.sum()", "PYNATIVE")
    assert "total += h.sum()" in text


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("total = torch.tensor(0.0)\ntotal += h.sum()", "total = total + h.sum()"),
        ("total = torch.tensor(1.0)\ntotal /= h.sum() + 1", "total = total / (h.sum() + 1)"),
        ("total = torch.tensor(x.shape[0])\ntotal *= 2", "total = total * 2"),
        ("total = h.new_tensor([0.0])\ntotal -= h.mean()", "total = total - h.mean()"),
    ],
)
def test_the_name_is_given_a_new_tensor(body: str, expected: str) -> None:
    text, left = migrated(body)
    assert expected in text
    assert left == []


def test_one_that_has_another_name_is_told() -> None:
    _, left = migrated("total = torch.tensor(0.0)\nkept = [total]\ntotal += h.sum()\nprint(kept)")
    assert "MP404" in left
