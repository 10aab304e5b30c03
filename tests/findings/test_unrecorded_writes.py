"""Items of tensors that a forward writes under no_grad: the tensors keep their gradients."""

from __future__ import annotations

import pytest

from .conftest import fixed

MODULE = """\
import torch
from torch import nn


class Margin(nn.Module):
    def forward(self, logits, rows: torch.Tensor, n: int):
        labels = rows + 1
        with torch.no_grad():
            logits.arccos_()
            {line}
            logits.cos_()
        return logits * n
"""


@pytest.mark.parametrize(
    "line",
    [
        "logits[0] = 1.0",
        "logits[-1, n] = 1.0",
        "logits[..., 1:n] = logits[..., 0:1]",
        "first = logits.clone()\n            first[rows] = 1.0",
        "self.kept[rows] = logits",
        "n += 1",
        "first = logits + 1\n            first *= 2",
    ],
)
def test_leaves_alone(line: str) -> None:
    text = fixed(MODULE.format(line=line), unsafe=True)
    assert "with no_grad():" in text
    assert "write_items" not in text


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("logits[rows] = 1.0", "write_items(logits, rows, 1.0)"),
        (
            "logits[rows, labels.view(-1)] = logits[rows, labels] + 1",
            "write_items(logits, (rows, labels.view(-1)), logits[rows, labels] + 1)",
        ),
        ("logits[:, rows] = 1.0", "write_items(logits, (slice(None, None), rows), 1.0)"),
        ("logits[1:n, [0, 2]] = 0", "write_items(logits, (slice(1, n), [0, 2]), 0)"),
        ("logits[logits > 0] = 0", "write_items(logits, logits > 0, 0)"),
        (
            "logits.masked_fill_(logits > 0, 0.5)",
            "logits.copy_(logits.masked_fill(logits > 0, 0.5))",
        ),
        ("logits *= 1 + n", "logits.copy_(logits * (1 + n))"),
        ("logits[rows] -= 1 + n", "write_items(logits, rows, logits[rows] - (1 + n))"),
    ],
)
def test_the_helper_writes(line: str, after: str) -> None:
    assert f"            {after}\n" in fixed(MODULE.format(line=line), unsafe=True)


def test_what_is_not_read_behind_the_block() -> None:
    source = MODULE.format(line="logits[rows] = 1.0").replace("return logits * n", "return rows")
    assert "write_items" not in fixed(source, unsafe=True)


OWN = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def {name}(self, x):
        y = self.layer(x)
        with torch.no_grad():
            y.clamp_(-1, 1)
        {rest}
"""


def test_a_tensor_of_its_own_keeps_its_graph() -> None:
    text = fixed(OWN.format(name="forward", rest="return y * 2"), unsafe=True)
    assert "            y.copy_(y.clamp(min=-1, max=1))\n" in text


def test_what_is_not_gone_on_with_gets_a_new_tensor() -> None:
    source = OWN.format(name="forward", rest="return x").replace(
        "y.clamp_(-1, 1)", "y.clamp_(-1, 1)\n            print(y)"
    )
    assert "y = y.clamp(" in fixed(source, unsafe=True)


def test_a_step_by_hand_is_left_alone() -> None:
    source = """\
import torch


def train(w: torch.Tensor, loss):
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    return w
"""
    assert "copy_" not in fixed(source, unsafe=True)


HELD = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x, mask):
        y = self.layer(x)
        {made}
        with torch.no_grad():
            {written}
        return {read}
"""


@pytest.mark.parametrize(
    ("made", "written", "read", "after"),
    [
        ("self.h = y * 2", "self.h[mask] = 0", "self.h + 1", "write_items(self.h, mask, 0)"),
        ("d = {'y': y}", "d['y'][mask] = 0", "d['y'] + 1", "write_items(d['y'], mask, 0)"),
        ("ys = [y, y * 2]", "for p in ys:\n                p[mask] = 0", "ys[0] + ys[1]",
         "write_items(p, mask, 0)"),
    ],
)  # fmt: skip
def test_what_is_held_is_written_by_the_helper(
    made: str, written: str, read: str, after: str
) -> None:
    text = fixed(HELD.format(made=made, written=written, read=read), unsafe=True)
    assert after in text
    assert "no_grad():" in text


@pytest.mark.parametrize(
    ("made", "written", "read"),
    [
        ("pass", "self.counts[mask] = 0", "y + self.counts"),
        ("self.h = y * 2", "self.h[mask] = 0", "y + 1"),
        ("ys = [y, y * 2]", "for p in ys:\n                p[mask] = 0", "y + 1"),
    ],
)
def test_leaves_alone_what_is_held_without_a_graph(made: str, written: str, read: str) -> None:
    assert "write_items" not in fixed(
        HELD.format(made=made, written=written, read=read), unsafe=True
    )
