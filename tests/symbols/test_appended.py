"""What is appended to a list tells what it holds."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

POOL = """\
import torch
class Pool:
    def __init__(self):
        self.images = []
    def query(self, data, other):
        for image in data:
            image = torch.unsqueeze(image, 0)
            self.images.append({})
        return self.images[1].clone()
"""
LOCAL = """\
import torch
def f(data, other):
    found = []
    for x in data:
        found.append({})
    return found[0].clone()
"""


@pytest.mark.parametrize("source", [POOL, LOCAL])
@pytest.mark.parametrize("given", ["other", "3", "other.thing()"])
def test_leaves_alone(source: str, given: str) -> None:
    assert ".clone()" in fixed(source.format(given), unsafe=True)


def test_a_list_of_several_kinds_is_left_alone() -> None:
    source = "import torch\nfound = []\nfound.append(torch.ones(2))\n{}y = found[0].clone()\n"
    assert "found[0].copy()" in fixed(source.format(""))
    assert "found[0].clone()" in fixed(source.format("found.append('a')\n"), unsafe=True)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        (POOL.format("image"), "self.images[1].copy()"),
        (POOL.format("image.detach()"), "self.images[1].copy()"),
        (LOCAL.format("torch.exp(x)"), "found[0].copy()"),
    ],
)
def test_tensors(source: str, after: str) -> None:
    assert after in fixed(source)


def test_a_list_that_others_are_added_to_holds_their_items() -> None:
    source = "import torch\nfound = []\nfound += [torch.ones(2)]\ny = [r.clone() for r in found]\n"
    assert "r.copy()" in fixed(source, unsafe=True)
    assert "r.clone()" in fixed(source.replace("[torch.ones(2)]", "['a']"), unsafe=True)
