"""Items of lists that compiled code sets to a slice, ... or None."""

from __future__ import annotations

from textwrap import indent

import pytest

from .test_graph import codes, found, migrated

NET = """
import torch
from torch import nn

class Net(nn.Module):
    def forward(self, x, dim=1):
{body}
"""


def net(body: str) -> str:
    return NET.format(body=indent(body, " " * 8))


@pytest.mark.parametrize(
    "body",
    [
        "shape = [1] * x.dim()\nshape[dim] = -1\nreturn x.view(shape)",
        "parts = [x, x]\nparts[0] = x * 2\nreturn parts[0] + parts[1]",
        "shape = list(x.shape)\nshape[0] = None\nreturn x * 2",
        "found = [None] * 2\nfound[0] = None\nreturn x * 2",
        "index = [slice(None)] * x.dim()\nindex[dim] = 0\nreturn x[tuple(index)]",
        "index = [slice(None), slice(0, 2)]\nreturn x[tuple(index)]",
    ],
)
def test_what_stays_in_the_graph_is_left_alone(body: str) -> None:
    assert "MP411" not in codes(net(body))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "index = [slice(None)] * x.dim()\nindex[dim] = slice(0, 2)\nreturn x[tuple(index)]",
            "index = index[:dim] + [slice(0, 2)] + index[dim:][1:]",
        ),
        (
            "part = slice(0, 2)\nindex = [slice(None) for _ in x.shape]\nindex[-1] = part\n"
            "return x[tuple(index)]",
            "index = index[:-1] + [part] + index[-1:][1:]",
        ),
        (
            "index = [slice(None)] * 3\nindex[0] = ...\nreturn x[tuple(index)]",
            "index = index[:0] + [...] + index[0:][1:]",
        ),
        (
            "parts = [x, x * 2]\nparts[1] = None\nreturn parts[0]",
            "parts = parts[:1] + [None] + parts[1:][1:]",
        ),
    ],
    ids=["slice", "name of a slice", "dots", "None among tensors"],
)
def test_the_list_is_built_anew(before: str, after: str) -> None:
    assert "MP411" in codes(net(before))
    text, left = migrated(net(before))
    assert after in text
    assert "MP411" not in left


def test_a_place_that_may_not_be_asked_for_twice_is_told() -> None:
    body = "index = [slice(None)] * 3\nindex[self.next()] = slice(0, 2)\nreturn x[tuple(index)]"
    assert "MP411" in migrated(net(body))[1]


def test_of_a_list_with_two_names_the_fix_is_unsafe() -> None:
    body = "index = [x, x]\nother = index\nindex[dim] = None\nreturn other[0]"
    (finding,) = (one for one in found(net(body)) if one.code == "MP411")
    assert finding.fix is not None
    assert finding.fix.applicability == "unsafe"
