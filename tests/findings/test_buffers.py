"""Registered buffers that are assigned are registered again."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

CLASS = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("count", torch.tensor(0), persistent=False)
        self.size = size

    def forward(self, x):
        {}
        return x * self.mean
"""


@pytest.mark.parametrize(
    "statement",
    ["self.size = 3", "mean = x", "other.mean = x", "self.mean[0] = 1", "x.self.mean = 2"],
)
def test_leaves_alone(statement: str) -> None:
    assert statement in fixed(CLASS.format(statement))


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("self.mean = x", 'self.register_buffer("mean", x)'),
        (
            "self.mean = 0.9 * self.mean + 0.1 * x",
            'self.register_buffer("mean", 0.9 * self.mean + 0.1 * x)',
        ),
        ("self.mean = (x +\n            1)", 'self.register_buffer("mean", (x +\n            1))'),
        ("self.count += 1", 'self.register_buffer("count", self.count + 1, persistent=False)'),
    ],
)
def test_is_registered_again(statement: str, after: str) -> None:
    text = fixed(CLASS.format(statement))
    assert f"        {after}\n" in text
    compile(text, "example.py", "exec")


@pytest.mark.parametrize(
    "statement", ["self.mean, y = x, x", "a = self.mean = x", "self.mean += x", "self.mean @= x"]
)
def test_stays_marked(statement: str) -> None:
    source = CLASS.format(statement)
    assert statement in fixed(source)
    assert "MP307" in [finding.code for finding in findings(source)]


HELD = """import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.ones(2), persistent=False)


class Net(nn.Module):
    def __init__(self, x):
        super().__init__()
        self.scale = Scale()
        m = self.scale
        {}
"""


@pytest.mark.parametrize("statement", ["m.std = x", "m.mean[0] = 1", "x.mean = 1"])
def test_leaves_alone_what_another_object_has(statement: str) -> None:
    assert f"        {statement}\n" in fixed(HELD.format(statement), unsafe=True)


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("m.mean = x", 'm.register_buffer("mean", x, persistent=False)'),
        ("m.mean /= 2", 'm.register_buffer("mean", m.mean / 2, persistent=False)'),
        ("self.scale.mean *= x", 'self.scale.register_buffer("mean", self.scale.mean * x, persistent=False)'),
    ],
)  # fmt: skip
def test_is_registered_again_in_another_object(statement: str, after: str) -> None:
    assert f"        {after}\n" in fixed(HELD.format(statement), unsafe=True)


MADE = """import torch
from torch import nn


class Net(nn.Module):
    inv_freq: torch.Tensor

    def __init__(self, size, keep):
        super().__init__()
        {}

    def forward(self, x):
        return x * self.inv_freq
"""


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        (
            "self.inv_freq = nn.Buffer(torch.ones(size), persistent=False)",
            'self.register_buffer("inv_freq", mint.ones(size), persistent=False)',
        ),
        ("self.inv_freq = nn.Buffer(size)", 'self.register_buffer("inv_freq", size)'),
        (
            "self.inv_freq = torch.nn.Buffer(data=size.float(), persistent=keep)",
            'self.register_buffer("inv_freq", size.float(), persistent=keep)',
        ),
        ("self.inv_freq = nn.Buffer(size, keep)", "persistent=keep)"),
        (
            "self.inv_freq = None; self.inv_freq = nn.Buffer(size, False)",
            'self.register_buffer("inv_freq", None, persistent=False)',
        ),
        (
            "self.inv_freq = nn.Buffer(size, False); self.inv_freq = size",
            'self.register_buffer("inv_freq", size, persistent=False)',
        ),
    ],
)
def test_a_buffer_that_is_made_is_registered(statement: str, after: str) -> None:
    assert after in fixed(MADE.format(statement), unsafe=";" in statement)


@pytest.mark.parametrize(
    "statement",
    [
        "self.inv_freq = self.original = nn.Buffer(size)",
        "self.inv_freq = nn.Buffer(*size)",
        "self.inv_freq = 3; self.inv_freq = nn.Buffer(size, persistent=False)",
        "self.inv_freq = [nn.Buffer(size, persistent=False)]",
    ],
)
def test_a_buffer_whose_name_does_not_show_is_left_marked(statement: str) -> None:
    assert "register_buffer" not in fixed(MADE.format(statement))
    marked = [f.code for f in findings(MADE.format(statement)) if f.symbol == "torch.nn.Buffer"]
    assert marked


CHOSEN = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, scale, learned):
        super().__init__()
        {}

    def forward(self, x):
        return x * self.scale
"""
LEARNED = """if learned:
            self.scale = {}
        else:
            self.register_buffer("scale", scale)"""


@pytest.mark.parametrize("value", ["nn.Parameter(scale)", "scale", "1.0"])
def test_what_is_assigned_where_the_buffer_is_not_made_stays(value: str) -> None:
    source = CHOSEN.format(LEARNED.format(value))
    assert f"self.scale = {value.replace('nn.', 'ms.')}\n" in fixed(source)
    assert not findings(fixed(source))


def test_the_same_condition_asked_again_is_the_same() -> None:
    again = """if torch.is_tensor(scale):
            size = scale.shape
        else:
            self.scale = scale
        if torch.is_tensor(scale):
            self.register_buffer("scale", scale)"""
    assert "self.scale = scale\n" in fixed(CHOSEN.format(again))


@pytest.mark.parametrize(
    "condition",
    [
        'self.register_buffer("scale", scale)\n        if learned:\n            ',
        'if learned:\n            self.register_buffer("scale", scale)\n        ',
    ],
)
def test_a_parameter_in_a_buffers_place_is_marked_and_not_registered(condition: str) -> None:
    source = CHOSEN.format(f"{condition}self.scale = nn.Parameter(scale)")
    assert "self.scale = ms.Parameter(scale)\n" in fixed(source)
    assert "MP307" in [finding.code for finding in findings(source)]


DETECT = """import torch
from torch import nn


class Detect(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("anchors", torch.ones(2))


class Segment(Detect):
    pass


def scale(m, stride):
    if isinstance(m, {}):
        m.anchors /= stride
"""


def test_a_buffer_of_an_object_of_several_classes_is_registered_again() -> None:
    text = fixed(DETECT.format("(Segment, Detect)"), unsafe=True)
    assert 'm.register_buffer("anchors", m.anchors / stride)' in text


ITEM = """import torch
from torch import nn


class Detect(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("anchors", torch.ones(2))


class Net(nn.Module):
    def __init__(self, stride):
        super().__init__()
        self.model = nn.Sequential(nn.ReLU(), *[Detect()])
        self.found = [1]
        {}
"""


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("m = self.model[-1]; m.stride = stride", None),
        ("m = self.found[-1]; m.anchors = stride", None),
        ("m = self.model[-1]; m.anchors /= stride", 'm.register_buffer("anchors", m.anchors / stride)'),
        ("m = self.model[-1]; m.anchors = stride.view(-1)",
         'm.register_buffer("anchors", stride.view(-1))'),
    ],
)  # fmt: skip
def test_a_buffer_of_an_item_of_layers_is_registered_again(
    statement: str, after: str | None
) -> None:
    text = fixed(ITEM.format(statement), unsafe=True)
    assert (after or statement) in text


NAMED = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(2), persistent=False)
        for i in range(2):
            self.register_buffer(f"queue_{{i}}", torch.zeros(2))

    def push(self, x, i, key):
        {}
"""


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("setattr(self, 'other', x)", None),
        ("setattr(self, key, x)", None),
        ("setattr(key, 'mean', x)", None),
        ("setattr(self, f'queue_{i}', x * 2)", "self.register_buffer(f'queue_{i}', x * 2)"),
        ("setattr(self, 'mean', x)", "self.register_buffer('mean', x, persistent=False)"),
    ],
)
def test_a_buffer_that_is_set_by_its_name_is_registered_again(
    statement: str, after: str | None
) -> None:
    text = fixed(NAMED.format(statement))
    assert (after or statement) in text
