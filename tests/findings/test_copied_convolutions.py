"""A convolution made of another's settings, whatever holds that one: MindSpore calls groups "group"."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = "import torch\nfrom torch import nn\n\n\n"
FUSE = """
def fuse({0}):
    return nn.Conv2d({1}.in_channels, {1}.out_channels, kernel_size={1}.kernel_size,
                     stride={1}.stride, groups={1}.groups, bias=True)
"""


@pytest.mark.parametrize(
    "source",
    [
        "def shown(conv):\n    return conv.groups\n",
        "def twin(conv, batch):\n    print(conv.in_channels, conv.kernel_size)\n"
        "    return nn.Conv2d(4, 4, 3, groups=batch.groups)\n",
    ],
    ids=["of what may be anything", "of something else"],
)
def test_leaves_alone(source: str) -> None:
    assert ".groups" in fixed(HEAD + source, unsafe=True)


@pytest.mark.parametrize(("given", "path"), [("conv, bn", "conv"), ("block", "block.branch.conv")])
def test_groups_have_another_name(given: str, path: str) -> None:
    text = fixed(HEAD + FUSE.format(given, path), unsafe=True)
    assert f"group={path}.group, has_bias=True" in text


def test_groups_of_a_layer_by_a_name_in_a_sequence() -> None:
    source = (
        "class Block(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.dense = nn.Sequential()\n        self.dense.add_module('conv', nn.Conv2d(4, 4, 3, groups=2))\n\n"
        "    def deployed(self):\n        return nn.Conv2d(in_channels=self.dense.conv.in_channels, out_channels=4,\n"
        "                         kernel_size=self.dense.conv.kernel_size, groups=self.dense.conv.groups)\n"
    )
    assert "group=self.dense.conv.group" in fixed(HEAD + source, unsafe=True)
