"""Copies of networks that no optimizer is given."""

from __future__ import annotations

import ast

import pytest

from mindport.symbols.copied import copied_networks


@pytest.mark.parametrize(
    "source",
    [
        "ema = Net()",
        "ema = copy.deepcopy(net)\nema = net",
        "ema.body = copy.deepcopy(net)",
        "ema = copy.deepcopy(net)\noptimizer = torch.optim.SGD(ema.parameters(), 0.1)",
        "ema = copy.deepcopy(net)\nparams = list(ema.parameters())",
        "ema = copy.deepcopy(net)\nparams += [p for p in ema.parameters()]",
        "ema = copy.deepcopy(net)\nfor p in ema.parameters():\n    params.append(p)",
        "ema = copy.deepcopy(net)\noptimizer.add_param_group({'params': ema.parameters()})",
        "ema = copy.deepcopy(net)\ngroups.extend(ema.head.parameters())",
        "def f(ema):\n    ema.requires_grad_(False)\n\n\nema = copy.deepcopy(net)",
        "self.ema = copy.deepcopy(net)\nself.optimizer = make_optimizer(self.ema)",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert copied_networks(ast.parse(source)) == frozenset()


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("ema = copy.deepcopy(net)", "ema"),
        (
            "ema = deepcopy(net).to(device).eval()\nfor p in ema.parameters():\n    p.detach_()",
            "ema",
        ),
        ("net, old = Net(), deepcopy(net)\noptimizer = SGD(net.parameters(), 0.1)", "old"),
        (
            "self.ema = copied_cell(net).set_train(False)\nself.ema.requires_grad_(False)",
            "self.ema",
        ),
        ("ema = deepcopy(net)\nfor e, p in zip(ema.parameters(), q):\n    e.mul_(0.9)", "ema"),
        ("def update(ema, net):\n    ema.load(net)\n\n\nema = deepcopy(net)", "ema"),
    ],
)
def test_copies(source: str, name: str) -> None:
    assert copied_networks(ast.parse(source)) == {name}
