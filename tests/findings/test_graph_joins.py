"""Numbers and tensors that graph mode cannot join; the forms were run: tests/knowledge/test_graph.py."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

from .test_graph import codes, forward
from .test_graph import migrated as migrated_network

STEP = """
import torch
from torch import nn

class Criterion(nn.Module):
    def forward(self, x, y, scale):
{body}
        return loss
"""
GRAPH = Config(target=Target(devices=("CPU",), mode="GRAPH"))


def migrated(body: str, unsafe: bool = True) -> tuple[str, list[str]]:
    """The text after all fixes, and the codes of graph mode that are left."""
    document = Document("loss.py", STEP.format(body=indent(dedent(body).strip(), " " * 8)))
    fixed = fix_document(document, GRAPH, Workspace(), unsafe=unsafe)
    left = [f.code for f in fixed.report.findings if f.code.startswith("MP4")]
    return fixed.document.text, left


@pytest.mark.parametrize(
    "body",
    [
        "loss = 0\nif scale > 1:\n    loss = (x - y).abs().mean()",
        "loss = 0\nif x.shape[0] > 1:\n    loss = (x - y).abs().mean()",
        "loss = 0\nfor row in x:\n    loss = loss + row.mean()",
        "loss = 0\nloss = loss + x.mean()\nif x.max() > 1:\n    loss = loss * 2",
        "n = 1\nif x.max() > 1:\n    n = 2\nloss = x.mean() * n",
        "loss = 0\nok = scale > 1\nok = ok and scale < 9\nif ok:\n    loss = x.mean()",
        "loss = 0\nif x.max() > 1:\n    raise ValueError('large')\nloss = loss + x.mean()",
    ],
    ids=[
        "an argument",
        "a shape",
        "a loop",
        "a tensor before",
        "two numbers",
        "a name of its own",
        "an error",
    ],
)
def test_what_compiles_is_left_alone(body: str) -> None:
    text, left = migrated(body)
    assert "ms.tensor(0" not in text
    assert left == []


@pytest.mark.parametrize(
    "body",
    [
        "loss = 0\nif x.max() > 1:\n    loss = (x - y).abs().mean()",
        "loss = 0.0\nmask = x > 0\nif mask.any():\n    loss = loss + x[mask].mean()",
        "picked = x[x > 0]\nloss = 0.0\nif len(picked) > 0:\n    loss += picked.mean()",
        "is_large = x.max() > 1\nif is_large:\n    loss = x.mean()\nelse:\n    loss = 0.0",
    ],
)
def test_it_begins_with_a_tensor(body: str) -> None:
    text, left = migrated(body)
    assert "loss = ms.tensor(0.0)" in text
    assert "+=" not in text
    assert left == []


def test_of_a_dtype_that_is_not_known_it_is_told() -> None:
    text, left = migrated("loss = 0\nif x.max() > 1:\n    loss = (x > y).sum()")
    assert "loss = 0\n" in text
    assert left == ["MP408"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("m = torch.ones(3)\nif x.max() > 1:\n    m = torch.zeros(3)", []),
        ("m = torch.ones(3)\nif scale > 1:\n    m = m > 0", []),
        ("m = y\nif x.max() > 1:\n    m = x.long()", []),
        ("m = torch.ones(3)\nif x.max() > 1:\n    m = m.float() * 2", []),
        ("if x.max() > 1:\n    m = x.softmax(-1) > 0\nelse:\n    m = torch.ones(3)", ["MP408"]),
        ("m = torch.zeros(3, dtype=torch.long)\nif x.max() > 1:\n    m = x.mean(0)", ["MP408"]),
        ("m = x.long() if x.max() > 1 else x.float()", ["MP408"]),
    ],
)
def test_tensors_of_two_dtypes_are_told(body: str, expected: list[str]) -> None:
    assert migrated(f"{body}\nloss = (x * m).mean()")[1] == expected


def test_what_changes_a_type_is_no_safe_fix() -> None:
    _, left = migrated("loss = 0\nif x.max() > 1:\n    loss = (x - y).abs().mean()", unsafe=False)
    assert left == ["MP408"]


ROUNDS = """
loss = (x - y).sum()
for m in range(8):
{body}
    # the others
    loss = loss + (
        x[m] * 2
    ).mean()
"""


@pytest.mark.parametrize(
    "body",
    [
        "    if m > 3:\n        continue",
        "    if x.shape[0] == m:\n        continue",
        "    if x[m, 0] > 1:\n        loss = loss * 2",
        "    if x[m, 0] > 1:\n        loss = loss * 2\n    else:\n        loss = loss * 3",
    ],
    ids=["a number", "a shape", "no continue", "both ways"],
)
def test_rounds_that_are_compiled_once_are_left_alone(body: str) -> None:
    text, left = migrated(ROUNDS.format(body=body))
    assert indent(body, " " * 8) in text
    assert left == []


def test_what_a_continue_leaves_out_stands_in_else() -> None:
    body = "    if x[m, 0] > 1:\n        loss = loss * 2\n        continue\n"
    text, left = migrated(ROUNDS.format(body=body), unsafe=False)
    expected = """
        for m in range(8):
            if x[m, 0] > 1:
                loss = loss * 2
            else:
                # the others
                loss = loss + (
                    x[m] * 2
                ).mean()
        return loss
"""
    assert expected in text
    assert left == []


def test_a_continue_where_a_mask_picks_nothing_goes_into_else_too() -> None:
    body = "    rows, nth = torch.where(x == m)\n    if rows.numel() == 0:\n        continue"
    text, left = migrated(ROUNDS.format(body=body))
    assert "            if rows.numel() == 0:\n                pass\n            else:\n" in text
    assert left == []


def test_a_continue_beside_its_condition_is_told() -> None:
    _, left = migrated(ROUNDS.format(body="    if x[m, 0] > 1: continue"))
    assert left == ["MP408"]


@pytest.mark.parametrize(
    "body",
    [
        "loss = x.mean() * (2.0 if x.max() > 1 else 0.5)",
        "loss = x.mean() * (2 if x.max() > 1 else 3)",
        "loss = x.mean() * (2 if scale > 1 else 0.5)",
        "k = 2\nif x.max() > 1:\n    k = 0.5\nloss = x.mean() * k",
    ],
    ids=["floating", "whole", "an argument", "assigned"],
)
def test_numbers_that_are_joined_are_left_alone(body: str) -> None:
    text, left = migrated(body)
    assert "2.0 if" in text or "2.0" not in text
    assert left == []


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("loss = x.mean() * (2 if x.max() > 1 else 0.5)", "(2.0 if x.max() > 1 else 0.5)"),
        ("loss = x.mean() * (0.5 if x.max() > 1 else 1)", "(0.5 if x.max() > 1 else 1.0)"),
    ],
)
def test_whole_and_floating_numbers_are_written_alike(body: str, after: str) -> None:
    assert "MP408" in migrated(body, unsafe=False)[1]
    text, left = migrated(body)
    assert after in text
    assert left == []


@pytest.mark.parametrize(
    "body",
    [
        "best = None\nfor i in range(3):\n    s = x[i].sum()\n    if best is None or s > best:\n        best = s\nreturn best",
        "bonus = None\nif self.training:\n    bonus = x.mean()\nreturn x if bonus is None else x + bonus",
        "kind = 'a'\nif x.shape[0] > 2:\n    kind = 'b'\nreturn x if kind == 'a' else -x",
        "best, which = x[0].mean(), 0\nfor i in range(3):\n    if x[i].mean() > best:\n        best, which = x[i].mean(), i\nreturn best * which",
    ],
)  # fmt: skip
def test_what_is_joined_or_known_is_left_alone(body: str) -> None:
    assert codes(forward(body)) == []


@pytest.mark.parametrize(
    "body",
    [
        "best = float('inf')\nfor i in range(3):\n    s = self.fc(x)[i].sum()\n    if s < best:\n        best = s\nreturn best",
        "best, which = -1e9, 0\nfor i in range(3):\n    if x[i].sum() > best:\n        best, which = x[i].sum(), i\nreturn best * which",
        "bonus = None\nif x.sum() > 0:\n    bonus = x.mean()\nreturn x if bonus is None else x + bonus",
        "kind = 'a'\nif x.sum() > 0:\n    kind = 'b'\nreturn x if kind == 'a' else -x",
        "if x.sum() > 0:\n    kind = 'b'\nelse:\n    kind = 'a'\nreturn x if kind == 'a' else -x",
        "kind = 'a' if x.sum() > 0 else 'b'\nreturn x if kind == 'a' else -x",
    ],
)  # fmt: skip
def test_what_graph_mode_does_not_join_is_told(body: str) -> None:
    assert codes(forward(body)) == ["MP408"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "best = float('inf')\nif x.mean() < best:\n    best = x.mean()\nreturn best",
            "best = ms.tensor(float('inf'))",
        ),
        (
            "best, n = -1e9, 0\nif x.mean() > best:\n    best, n = x.mean(), 1\nreturn best * n",
            "best, n = ms.tensor(-1000000000.0), 0",
        ),
        (
            "best = -math.inf\ns = x.mean()\nif s > best:\n    best = s\nreturn best",
            "best = ms.tensor(-math.inf)",
        ),
    ],
)
def test_a_number_is_made_the_tensor_that_it_is_joined_with(body: str, expected: str) -> None:
    text, left = migrated_network("import math\n" + forward(body))
    assert expected in text
    assert left == []
