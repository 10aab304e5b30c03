"""MP402: what a compiled function asks a network for its parameters for, it finds outside."""

from __future__ import annotations

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target

HEAD = """\
import mindspore as ms
from mindspore import nn, ops

net = nn.Dense(4, 1)
"""
LOSS = """\
def loss_fn(x):
    return net(x).mean() + sum(p.square().sum() for p in {0})


grad_fn = ms.value_and_grad(loss_fn, None, net.trainable_params())
"""


def fixed(source: str, mode: Mode = "GRAPH") -> str:
    config = Config(target=Target(devices=("CPU",), mode=mode))
    return fix_document(
        Document("example.py", source), config, Workspace(), unsafe=False
    ).document.text


@pytest.mark.parametrize(
    ("source", "mode"),
    [
        (HEAD + LOSS.format("net.trainable_params()"), "PYNATIVE"),
        (HEAD + LOSS.format("weights"), "GRAPH"),
        (HEAD + LOSS.format("net.trainable_params()") + "net = nn.Dense(4, 2)\n", "GRAPH"),
        (
            HEAD + LOSS.format("net.trainable_params()") + "net.weight.requires_grad = False\n",
            "GRAPH",
        ),
        (
            "from mindspore import nn\n\nclass Net(nn.Cell):\n    def construct(self, x):\n"
            "        return sum(p.sum() for p in self.trainable_params())\n",
            "GRAPH",
        ),
    ],
    ids=["PyNative", "a list", "bound later", "frozen", "method"],
)
def test_left_alone(source: str, mode: Mode) -> None:
    assert "params = " not in fixed(source, mode)


def test_they_are_asked_for_above_the_function() -> None:
    text = fixed(HEAD + LOSS.format("net.trainable_params()"))
    assert "params = net.trainable_params()\n\n\ndef loss_fn(x):\n" in text
    assert "for p in params)" in text


def test_what_gives_them_one_by_one_becomes_a_list() -> None:
    text = fixed(HEAD + LOSS.format("net.get_parameters()"))
    assert "params = list(net.get_parameters())\n" in text


def test_each_function_has_a_name_of_its_own() -> None:
    other = LOSS.format("net.trainable_params()").replace("loss_fn", "other_fn")
    text = fixed(HEAD + LOSS.format("net.get_parameters()") + "\n\n" + other)
    assert "params = list(net.get_parameters())\n\n\ndef loss_fn" in text
    assert "params_2 = net.trainable_params()\n\n\ndef other_fn" in text


def test_the_helper_for_embeddings_freezes_nothing_of_the_network() -> None:
    source = (
        "import torch\nfrom torch import nn\n\nnet = nn.Embedding(9, 4, padding_idx=0)\n"
        "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
        "for x in [torch.tensor([1, 2])]:\n"
        "    loss = net(x).mean()\n"
        "    for p in net.parameters():\n"
        "        loss = loss + p.square().sum()\n"
        "    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
    )
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    text = fix_document(Document("example.py", source), config, Workspace(), unsafe=True)
    assert "requires_grad = not _freeze" in text.document.text
    assert "params = net.trainable_params()\n" in text.document.text


LAYERS = """\
def loss_fn(x):
    loss = net(x).mean()
    for layer in [cell for _, cell in net.cells_and_names()]:
        if hasattr(layer, "penalty"):
            loss += layer.penalty()
    return loss


grad_fn = ms.value_and_grad(loss_fn, None, net.trainable_params())
"""


def test_layers_stay_with_their_network_in_pynative_mode() -> None:
    assert fixed(HEAD + LAYERS, "PYNATIVE") == HEAD + LAYERS


def test_layers_are_asked_for_above_the_function() -> None:
    text = fixed(HEAD + LAYERS)
    assert "cells = list(net.cells_and_names())\n\n\ndef loss_fn(x):\n" in text
    assert "for layer in [cell for _, cell in cells]:" in text


def test_asking_whether_they_are_trained_freezes_nothing() -> None:
    asked = "trained = [p for p in net.get_parameters() if p.requires_grad]\n\n\n"
    text = fixed(HEAD + asked + LOSS.format("net.trainable_params()"))
    assert "params = net.trainable_params()\n\n\ndef loss_fn(x):\n" in text


PENALTY = """\
import copy

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 4)
{frozen}
opt = torch.optim.SGD([{{"params": [p for p in net.parameters() if p.requires_grad]}}], lr=0.1)
{made}
for x in [torch.ones(1, 4)]:
    loss = net(x).mean() + sum(p.square().sum() for p in net.parameters())
    opt.zero_grad()
    loss.backward()
    opt.step()
    {follows}
"""


@pytest.mark.parametrize(
    ("frozen", "made", "follows"),
    [
        ("net.bias.requires_grad = False", "pass", "pass"),
        ("pass", "ema = copy.deepcopy(net).requires_grad_(False)", "pass"),
        ("pass", "ema = torch.optim.swa_utils.AveragedModel(net)", "ema.update_parameters(net)"),
        (
            "pass",
            "ema = copy.deepcopy(net)",
            "with torch.no_grad():\n        for e, p in zip(ema.parameters(), net.parameters()):\n"
            "            e.mul_(0.9).add_(p, alpha=0.1)",
        ),
    ],
)
def test_a_step_is_compiled_once_beside_what_looks_at_the_parameters(
    frozen: str, made: str, follows: str
) -> None:
    source = PENALTY.format(frozen=frozen, made=made, follows=follows)
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    text = fix_document(
        Document("example.py", source), config, Workspace(), unsafe=True
    ).document.text
    assert "\ndef forward_fn(x):\n" in text
    assert "for p in params)" in text or "for p in params_)" in text
