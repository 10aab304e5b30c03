"""Items of tensors that a forward writes under no_grad: the tensors keep their gradients."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

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


COMPILED = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, x, rows):
        y = self.layer(x)
        {made}
        with torch.no_grad():
            {written}
        {read}
"""


def compiled(made: str, written: str, read: str, unsafe: bool = False) -> str:
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    document = Document("example.py", COMPILED.format(made=made, written=written, read=read))
    return fix_document(document, config, Workspace(), unsafe=unsafe).document.text


@pytest.mark.parametrize(
    ("made", "written", "read"),
    [
        ("pass", "n = y.sum()", "return y * n"),
        ("pass", "y.clamp_(-1, 1)", "return x"),
        ("n = 1", "n += 1", "return y * n"),
        ("recorded_y = x", "y.clamp_(-1, 1)", "return y * recorded_y"),
        ("queue = self.queue", "queue[rows] = y", "return queue @ y"),
    ],
)
def test_compiled_code_is_left_alone(made: str, written: str, read: str) -> None:
    assert "keep_gradient" not in compiled(made, written, read, unsafe=True)


def test_an_attribute_is_left_alone_until_it_is_a_name_of_the_functions_own() -> None:
    lines = ("self.h = y * 2", "self.h[rows] = 0", "return self.h + y")
    assert "keep_gradient" not in compiled(*lines)
    assert "        h = keep_gradient(h, recorded_h)\n" in compiled(*lines, unsafe=True)


@pytest.mark.parametrize(
    ("written", "changed"),
    [
        ("y[rows] = 1.0", "y[rows] = 1.0"),
        ("y.clamp_(-1, 1)", "y = y.clamp(-1, 1)"),
        ("y *= 2", "y *= 2"),
        ("n = rows + 1\n            y[n] -= 1.0", "n = rows + 1\n        y[n] -= 1.0"),
    ],
)
def test_compiled_code_changes_a_copy(written: str, changed: str) -> None:
    text = compiled("pass", written, "return y * 2")
    assert (
        f"""
        recorded_y = y
        y = ops.stop_gradient(y).copy()
        {changed}
        y = keep_gradient(y, recorded_y)
        return y * 2
"""
        in text
    )


def test_what_a_caller_holds_asks_for_a_look() -> None:
    made, written, read = "pass", "x[rows] = 1.0", "return self.layer(x) * y"
    assert "keep_gradient" not in compiled(made, written, read)
    assert "x = keep_gradient(x, recorded_x)\n" in compiled(made, written, read, unsafe=True)


def test_what_an_object_holds_is_told() -> None:
    text = compiled("queue = self.queue", "queue[rows] = y", "return queue @ y", unsafe=True)
    assert "with torch.no_grad():" in text


def test_lines_end_as_those_of_the_file() -> None:
    source = COMPILED.format(made="pass", written="y.clamp_(-1, 1)", read="return y * 2")
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    document = Document("example.py", source.replace("\n", "\r\n"))
    text = fix_document(document, config, Workspace(), unsafe=False).document.text
    assert "        recorded_y = y\r\n        y = ops.stop_gradient(y).copy()\r\n" in text
    assert "        y = keep_gradient(y, recorded_y)\r\n" in text


@pytest.mark.parametrize(
    "made", ["{}", "dict()", "[None] * 3 or []", "collections.defaultdict(list)"]
)
def test_a_dict_that_is_read_behind_the_block_keeps_its_items(made: str) -> None:
    source = MODULE.format(line="found[n] = logits")
    source = source.replace("        labels =", f"        found = {made}\n        labels =")
    source = source.replace("return logits * n", "return logits * n, found")
    text = fixed(source, unsafe=True)
    assert "found[n] = " in text
    assert "write_items" not in text
