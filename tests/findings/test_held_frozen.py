"""Optimizers of what may hold frozen parameters leave these alone, or are told of (MP216)."""

from __future__ import annotations

import pytest

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
