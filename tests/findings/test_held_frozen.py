"""Optimizers of what may hold frozen parameters leave these alone, or are told of (MP216)."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

from .conftest import findings, fixed

NET = (
    "import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 1))\n"
    "net[0].weight.requires_grad = False\n"
)
ASKING = """

def groups_of(net):
    decay, rest = [], []
    for name, p in net.named_parameters():
        if not p.requires_grad:
            continue
        (rest if p.ndim == 1 else decay).append(p)
    return [{"params": decay}, {"params": rest, "weight_decay": 0.0}]


"""


@pytest.mark.parametrize(
    "given",
    [
        "net.parameters()",
        "filter(lambda p: p.requires_grad, net.parameters())",
        "[p for p in net.parameters() if p.requires_grad]",
        "[p for p in net.parameters()]",
        "[{'params': net[0].parameters()}, {'params': net[1].parameters(), 'lr': 1.0}]",
        "groups_of(net)",
        "list(net[0].parameters()) + list(net[1].parameters())",
        "itertools.chain(net[0].parameters(), net[1].parameters())",
    ],
)
def test_what_leaves_the_frozen_out_is_given_as_it_is(given: str) -> None:
    text = fixed(f"{NET}{ASKING}torch.optim.SGD({given}, lr=0.1, weight_decay=0.1)\n")
    assert "\noptim.SGD(" in text
    assert "all_parameters" not in text


def test_a_file_that_freezes_nothing_is_left_alone() -> None:
    source = (
        "import torch\nfrom torch import nn\nnet = nn.Linear(4, 1)\n"
        "groups = [{'params': net.parameters()}]\ntorch.optim.SGD(groups, lr=0.1)\n"
    )
    assert "\noptim.SGD(groups, lr=0.1)\n" in fixed(source)


@pytest.mark.parametrize(
    ("before", "given"),
    [
        ("groups = [{'params': net.parameters()}]\n", "groups"),
        ("params = net.parameters()\n", "params"),
        ("params = list(net.parameters())\n", "params"),
        ("params = list(net[0].parameters()) + list(net[1].parameters())\n", "params"),
        ("", "[p for n, p in net.named_parameters() if 'bias' in n]"),
        ("", "groups_from_elsewhere(net)"),
    ],
)
def test_an_optimizer_that_may_hold_the_frozen_leaves_them_alone(before: str, given: str) -> None:
    text = fixed(f"{NET}{before}torch.optim.SGD({given}, lr=0.1, weight_decay=0.1)\n")
    assert "class SGD(optim.SGD):\n" in text
    assert "\nSGD(" in text


def test_one_without_a_helper_is_told_of() -> None:
    source = f"{NET}params = net.parameters()\ntorch.optim.Rprop(params, lr=0.1)\n"
    (told,) = [f for f in findings(source) if f.code == "MP216" and f.severity == "error"]
    assert source[told.span.start : told.span.end] == "torch.optim.Rprop(params, lr=0.1)"
    assert "p.requires_grad" in told.message.en


AGAIN = (
    "groups = [{'params': net.parameters()}]\ntorch.optim.SGD(groups, lr=0.1, weight_decay=0.1)\n"
)


@pytest.mark.parametrize(
    "changes",
    [
        "net[0].weight.requires_grad = False\nnet[0].weight.requires_grad = True\n",
        "net.requires_grad_(False)\nnet.requires_grad_()\n",
        "def freeze(net, flag):\n    for p in net.parameters():\n        p.requires_grad = flag\n",
        "set_requires_grad([net, other], False)\nset_requires_grad([net, other], True)\n",
        "for p in net.parameters():\n    p.requires_grad = False\n"
        "for p in net.parameters():\n    p.requires_grad = True\n",
    ],
)
def test_what_takes_turns_is_left_alone(changes: str) -> None:
    source = f"import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(4, 8))\n{changes}{AGAIN}"
    assert "class SGD" not in fixed(source)


@pytest.mark.parametrize(
    "changes",
    [
        "for p in net.parameters():\n    p.requires_grad = False\nother.requires_grad_(True)\n",
        "freeze(net)\nunfreeze(other)\n",
        "set_requires_grad(net, False)\nset_requires_grad(other, requires_grad=True)\n",
        "for k, v in net.named_parameters():\n    v.requires_grad = True\n"
        "    if k in frozen:\n        v.requires_grad = False\n",
        "for k, v in net.named_parameters():\n    if k in frozen:\n        v.requires_grad = False\n"
        "    else:\n        v.requires_grad = True\n",
        "for k, v in net.named_parameters():\n    v.requires_grad = k not in frozen\n",
        "for k, v in net.named_parameters():\n    v.requires_grad_('head' in k)\n",
    ],
)
def test_one_that_is_frozen_for_good_beside_one_that_takes_turns(changes: str) -> None:
    source = f"import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(4, 8))\n{changes}{AGAIN}"
    assert "class SGD(optim.SGD):\n" in fixed(source)


OWN = """from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        for p in self.body.parameters():
            p.requires_grad = {flag}

    def forward(self, x):
        return self.body(x)
"""
TRAINING = """import torch
from models import Net
net = Net()
decay = [p for n, p in net.named_parameters() if "bias" not in n]
optimizer = torch.optim.SGD({given}, lr=0.1, weight_decay=0.1)
"""


@pytest.mark.parametrize(
    ("flag", "given", "expected"),
    [
        ("True", "decay", "optimizer = optim.SGD("),
        ("False", "net.parameters()", "optimizer = optim.SGD(net.trainable_params(),"),
        ("False", "decay", "optimizer = SGD(decay,"),
    ],
)
@pytest.mark.parametrize("moved_first", [False, True])
def test_a_network_of_another_file(
    tmp_path: Path, moved_first: bool, flag: str, given: str, expected: str
) -> None:
    files = {"models.py": OWN.format(flag=flag), "train.py": TRAINING.format(given=given)}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name in files if moved_first else reversed(files):
        document = Document(str(tmp_path / name), (tmp_path / name).read_text(encoding="utf-8"))
        result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
        (tmp_path / name).write_text(result.document.text, encoding="utf-8")
    assert expected in (tmp_path / "train.py").read_text(encoding="utf-8")


AVERAGED = """\
import copy
import torch
from torch import nn


def main(batches):
    net = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 1))
    decay, rest = [], []
    for name, p in net.named_parameters():
        (rest if p.ndim == 1 else decay).append(p)
    groups = [{"params": decay}, {"params": rest, "weight_decay": 0.0}]
    optimizer = torch.optim.Adamax(groups, lr=0.1)
    ema = {ema}
    for p in ema.parameters():
        p.requires_grad_(False)
    for x in batches:
        optimizer.zero_grad()
        net(x).mean().backward()
        optimizer.step()
"""


def test_a_copy_that_is_frozen_is_in_no_optimizer() -> None:
    source = AVERAGED.replace("{ema}", "copy.deepcopy(net).eval()")
    assert not [f for f in findings(source) if "Frozen parameters" in f.message.en]
    assert ".backward()" not in fixed(source, unsafe=True)


def test_what_is_no_copy_may_be_in_one() -> None:
    source = AVERAGED.replace("{ema}", "net[0]")
    assert [f for f in findings(source) if "Frozen parameters" in f.message.en]
    assert ".backward()" in fixed(source, unsafe=True)
