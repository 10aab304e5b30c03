"""What torch gives back itself, x.float() of a float32 tensor, and is changed by another name."""

from __future__ import annotations

import pytest

from .conftest import findings

HEADER = """import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def same(x, scale=None):
    if scale is not None:
        x = x * scale
    return x


def doubled(x):
    x = x * 2
    return x


def f(x: torch.Tensor, index: torch.Tensor):
"""


def told(body: str) -> list[str]:
    source = HEADER + "".join(f"    {line}\n" for line in body.split("\n"))
    found = (one for one in findings(source) if "shares its memory" in one.message.en)
    return [source[one.span.start : one.span.end] for one in found]


@pytest.mark.parametrize(
    "body",
    [
        "y = x.float()\nreturn y * 2, x",
        "y = x.float()\ny[0] = 5\nreturn y",
        "x = x.float()\nx[0] = 5\nreturn x",
        "y = x.detach().clone()\ny[0] = 5\nreturn x, y",
        "y = x.to(torch.float32, copy=True)\ny[0] = 5\nreturn x, y",
        "y = x.float()\ny[0] = 5\nx = y * 2\nreturn x",
        "y = x[index].float()\ny[0] = 5\nreturn x, y",
        "y = x.exp()\ny += 1\nreturn x, y",
        "y = doubled(x)\ny += 1\nreturn x, y",
        "y = F.dropout(x, 0.5, True)\ny += 1\nreturn x, y",
        "y = x if index.dim() else index\ny += 1\nreturn y",
        "y = x if index.dim() else x.clone()\nz = y + 1\nreturn x, y",
        "y = copy.deepcopy(x)\ny[0] = 5\nreturn x, y",
        "y = x.chunk(2)[0]\ny[:] = 5\nreturn x, y",
    ],
)
def test_leaves_alone_what_has_memory_of_its_own_or_is_not_read(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "y = x.float()\ny[0] = 5\nreturn x, y",
        "y = x.detach()\ny += 1\nreturn x, y",
        "y = x.detach().to('cpu')\ny[0, 1] -= 1\nreturn x + y",
        "y = x[1:].contiguous()\ny[0][1] = 5\nreturn x, y",
        "y = same(x)\ny += 1\nreturn x, y",
        "y = nn.Identity()(x)\ny += 1\nreturn x, y",
        "y = F.dropout(x, 0.0)\ny[0] = 1\nreturn x, y",
        "y = F.dropout(x, 0.5, training=False)\ny[0] = 1\nreturn x, y",
        "y = torch.atleast_2d(x)\ny += 1\nreturn x, y",
        "y = x if index.dim() else index\ny += 1\nreturn x, y",
        "y = copy.copy(x)\ny[0] = 5\nreturn x, y",
        "y = x.chunk(2)[0]\ny[...] = 5\nreturn x, y",
        "y = x.data\ny[...] = 5\nreturn x, y",
    ],
)
def test_what_may_be_the_tensor_itself_is_told(body: str) -> None:
    assert told(body) == ["y"]
