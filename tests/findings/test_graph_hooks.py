"""Hooks of layers in graph mode: what is compiled of them, in every form that they are given in."""

from __future__ import annotations

import pytest

from .test_graph import codes

HEAD = """
import torch
from torch import nn
from functools import partial
seen = {}
net = nn.Linear(3, 3)
"""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "def keep_as(name):\n    def keep(layer, args, output):\n        seen[name] = output\n"
            "    return keep\nkeep_as('a')(net, (), 1)\n",
            id="no hook",
        ),
        pytest.param(
            "def scaled(by):\n    def hook(layer, args, output):\n        return output * by\n"
            "    return hook\nnet.register_forward_hook(scaled(2))\n",
            id="changes nothing",
        ),
        pytest.param(
            "net.register_forward_hook(\n    lambda layer, args, output: output * 2\n)\n",
            id="lambda alone on its line",
        ),
    ],
)
def test_hook_that_compiles_is_left_alone(source: str) -> None:
    assert codes(HEAD + source) == []


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            "def keep_as(name):\n    def keep(layer, args, output):\n        seen[name] = output\n"
            "    return keep\nfor name, layer in net.named_children():\n"
            "    layer.register_forward_hook(keep_as(name))\n",
            id="made by a function",
        ),
        pytest.param(
            "def keep_as(name):\n    def keep(layer, args, output):\n        seen[name] = output\n"
            "    return keep\nhook = keep_as('a')\nnet.register_forward_hook(hook)\n",
            id="made and named",
        ),
        pytest.param(
            "class Kept:\n    def __init__(self, net):\n        self.seen = {}\n"
            "        net.register_forward_hook(self.hook('a'))\n"
            "    def hook(self, name):\n        def keep(layer, args, output):\n"
            "            self.seen[name] = output\n        return keep\n",
            id="made by a method",
        ),
        pytest.param(
            "class Kept:\n    def __init__(self):\n        self.seen = []\n"
            "    def keep(self, layer, args, output):\n        self.seen.append(output)\n"
            "kept = Kept()\nnet.register_forward_hook(kept.keep)\n",
            id="method of another object",
        ),
        pytest.param(
            "class Kept:\n    seen = []\n    def __call__(self, layer, args, output):\n"
            "        self.seen.append(output)\nnet.register_forward_hook(Kept())\n",
            id="object",
        ),
        pytest.param(
            "def keep(layer, inputs, outputs):\n    seen['g'] = outputs[0]\n"
            "net.register_full_backward_hook(keep)\n",
            id="backward",
        ),
        pytest.param(
            "net.register_forward_hook(\n    lambda layer, args, output: seen.update(a=output)\n)\n",
            id="lambda",
        ),
    ],
)
def test_what_a_hook_keeps_is_lost(source: str) -> None:
    assert codes(HEAD + source) == ["MP404"]


@pytest.mark.parametrize(
    ("hook", "code"),
    [("lambda layer, args, output: output * 2", "MP401"), ("partial(scale, 2)", "MP411")],
)
def test_hooks_that_do_not_compile(hook: str, code: str) -> None:
    scale = "def scale(by, layer, args, output):\n    return output * by\n"
    assert codes(f"{HEAD}{scale}net.register_forward_hook({hook})\n") == [code]
