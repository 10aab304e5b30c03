"""Each optimizer of torch moves the parameters to the same place when it is migrated."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from .conftest import Outcomes

PROGRAM = """\
import itertools
import math

import torch
from torch import nn, optim

x = torch.arange(12.0).reshape(4, 3) / 10
y = torch.tensor([[1.0], [-1.0], [0.5], [2.0]])
net = nn.Linear(3, 1)
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
{optimizer}
for epoch in range(20):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(net(x), y * math.sin(epoch))
    loss.backward()
    optimizer.step(){behind}
    seen.append(loss.item())
seen.append({read}.weight)
seen.append({read}.bias)
"""
CYCLE = "scheduler = optim.lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=21)"
CYCLED = "\n    scheduler.step()"


def program(optimizer: str, behind: str = "", read: str = "net") -> str:
    made = optimizer if "optimizer = " in optimizer else f"optimizer = {optimizer}"
    return PROGRAM.format(optimizer=made, behind=behind, read=read)


ALL = "net.parameters()"
OWN = "[{'params': [net.weight], 'lr': 0.02, 'weight_decay': 0.0}, {'params': [net.bias]}]"
DECAY = """\
decay, no_decay = [], []
for name, param in net.named_parameters():
    if name.endswith("bias"):
        no_decay.append(param)
    else:
        decay.append(param)
groups = [{{"params": decay, "weight_decay": 0.2}}, {{"params": no_decay, "weight_decay": 0.0}}]
optimizer = optim.{name}(groups, lr=0.05)
"""
NORMED = """\
net = nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4), nn.Linear(4, 1))
for number, param in enumerate(net.parameters()):
    param.data.copy_(torch.sin(torch.arange(param.numel()) * 1.7 + number).reshape(param.shape))
no_decay = ["bias", "1.weight"]
groups = [
    {
        "params": [p for n, p in net.named_parameters() if not any(nd in n for nd in no_decay)],
        "weight_decay": 0.5,
    },
    {
        "params": [p for n, p in net.named_parameters() if any(nd in n for nd in no_decay)],
        "weight_decay": 0.0,
    },
]
optimizer = optim.SGD(groups, lr=0.02)
"""
BY_CLASS = """\
optimizer_class, options = torch.optim.Adam, {"lr": 0.05, "weight_decay": 0.1}
optimizer = optimizer_class(net.parameters(), **options)
"""
BY_NAME = """\
kinds = {"adam": optim.Adam, "sgd": optim.SGD, "adamw": optim.AdamW}
optimizer = kinds["adam"](net.parameters(), lr=0.05)
"""
ADDED = """\
optimizer = optim.{made}
optimizer.add_param_group({{"params": net.bias, "lr": 0.02, "weight_decay": 0.1}})
"""
BY_HAND = """
    groups = optimizer.param_groups
    for group, rate in zip(groups, (0.1, 0.05)):
        group["lr"] = rate * (1 + math.cos(math.pi * epoch / 20))
    if epoch > 10:
        groups[0]["weight_decay"] = 0
    seen.append(groups[0].get("lr"))"""
DOUBLE = """\
import torch
from torch import nn, optim

x = torch.arange(12.0, dtype=torch.float64).reshape(4, 3) / 10
net = nn.Linear(3, 4).double()
nn.init.constant_(net.weight, 0.5)
nn.init.constant_(net.bias, 0.1)
optimizer = optim.{name}(net.parameters(), lr=0.05, weight_decay=0.1)
for epoch in range(20):
    optimizer.zero_grad()
    loss = ((net(x) - 1) ** 2).mean()
    loss.backward()
    optimizer.step()
    seen.append(loss.item())
seen.append(net.weight)
"""
LINE_SEARCH = """\
import torch
from torch import nn

x = torch.arange(30.0).reshape(10, 3) / 10
y = torch.sin(x.sum(1, keepdim=True))
net = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
for number, param in enumerate(net.parameters()):
    param.data.copy_(torch.sin(torch.arange(param.numel()) * 1.7 + number).reshape(param.shape))
optimizer = torch.optim.LBFGS(net.parameters(), {options}line_search_fn="strong_wolfe")
for step in range(6):
    def closure():
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        seen.append(loss.item())
        return loss

    seen.append(optimizer.step(closure).item())
seen.append(net[0].weight)
"""
PROGRAMS: Mapping[str, str] = {
    "SGD, Nesterov": program(f"optim.SGD({ALL}, 0.1, 0.9, nesterov=True, weight_decay=0.01)"),
    "SGD, dampened": program(f"optim.SGD({ALL}, 0.1, 0.9, 0.5, weight_decay=0.1)"),
    "SGD, groups": program(
        "optim.SGD([{'params': [net.weight], 'lr': 0.01, 'momentum': 0.5}, {'params': [net.bias]}], "
        "lr=0.1, momentum=0.9, weight_decay=1e-2)"
    ),
    "SGD, maximize": program(f"optim.SGD({ALL}, lr=0.01, momentum=0.9, maximize=True)"),
    "SGD, one cycle": program(f"optimizer = optim.SGD({ALL}, 0.1, 0.9)\n{CYCLE}", CYCLED),
    "Adam": program(f"optim.Adam({ALL}, lr=0.05)"),
    "Adam, list": program("optim.Adam(list(itertools.chain(net.parameters())), lr=0.05, eps=0.1)"),
    "Adam, decay": program(f"optim.Adam({ALL}, 0.1, (0.8, 0.9), eps=1e-2, weight_decay=0.05)"),
    "Adam, groups": program(f"optim.Adam({OWN}, lr=0.05, weight_decay=0.1)"),
    "Adam, groups by name": program(DECAY.format(name="Adam")),
    "Adam, amsgrad": program(f"optim.Adam({ALL}, lr=0.05, betas=(0.9, 0.5), amsgrad=True)"),
    "Adam, maximize": program(f"optim.Adam({ALL}, lr=0.05, weight_decay=0.1, maximize=True)"),
    "Adam, one cycle": program(f"optimizer = optim.Adam({ALL}, lr=0.1)\n{CYCLE}", CYCLED),
    "Adam, decay, one cycle": program(
        f"optimizer = optim.Adam({ALL}, lr=0.1, weight_decay=0.1)\n{CYCLE}", CYCLED
    ),
    "SGD, norms do not decay": program(NORMED, read="net[1]"),
    "Adam, by its class": program(BY_CLASS),
    "Adam, by its name": program(BY_NAME),
    "AdamW": program(f"optim.AdamW({ALL}, lr=0.05)"),
    "AdamW, groups": program(f"optim.AdamW({OWN}, lr=0.05, weight_decay=0.1, amsgrad=True)"),
    "AdamW, groups by name": program(DECAY.format(name="AdamW")),
    "NAdam": program(f"optim.NAdam({ALL}, lr=0.05, eps=1e-3, weight_decay=0.05)"),
    "NAdam, groups": program(f"optim.NAdam({OWN}, lr=0.05, weight_decay=0.1)"),
    "RAdam": program(f"optim.RAdam({ALL}, lr=0.05, betas=(0.8, 0.9), weight_decay=0.05)"),
    "RAdam, groups": program(f"optim.RAdam({OWN}, lr=0.05, weight_decay=0.1)"),
    "Adamax": program(f"optim.Adamax({OWN}, lr=0.05, weight_decay=0.1)"),
    "RMSprop": program(f"optim.RMSprop({OWN}, lr=0.05, momentum=0.5)"),
    "RMSprop, centered": program(
        f"optim.RMSprop({ALL}, 0.05, 0.9, 1e-4, weight_decay=0.1, momentum=0.9, centered=True)"
    ),
    "Adagrad": program(
        f"optim.Adagrad({OWN}, lr=0.1, lr_decay=0.05, initial_accumulator_value=0.2)"
    ),
    "Adadelta": program(f"optim.Adadelta({ALL}, lr=0.5, rho=0.8, eps=1e-4, weight_decay=0.1)"),
    "ASGD": program(f"optim.ASGD({ALL}, lr=0.05, lambd=1e-2, alpha=0.6, t0=5, weight_decay=0.1)"),
    "Adam, amsgrad and decay": program(
        f"optim.Adam({ALL}, lr=0.05, betas=(0.9, 0.5), weight_decay=0.1, amsgrad=True)"
    ),
    "Adam, decoupled decay": program(
        f"optim.Adam({OWN}, lr=0.05, weight_decay=0.1, decoupled_weight_decay=True)"
    ),
    "NAdam, decoupled decay": program(
        f"optim.NAdam({OWN}, lr=0.05, weight_decay=0.1, decoupled_weight_decay=True)"
    ),
    "NAdam, maximize": program(f"optim.NAdam({ALL}, lr=0.01, weight_decay=0.1, maximize=True)"),
    "RAdam, decoupled decay": program(
        f"optim.RAdam({OWN}, lr=0.05, weight_decay=0.1, decoupled_weight_decay=True)"
    ),
    "RAdam, maximize": program(f"optim.RAdam({ALL}, lr=0.01, weight_decay=0.1, maximize=True)"),
    "Adafactor": program(f"optim.Adafactor({ALL}, lr=0.05)"),
    "Adafactor, groups": program(f"optim.Adafactor({OWN}, 0.1, -0.5, d=1.5, weight_decay=0.1)"),
    "Muon": program("optim.Muon([net.weight], lr=0.05)"),
    "Muon, as AdamW": program(
        "optim.Muon([net.weight], 0.02, 0.3, 0.9, False, adjust_lr_fn='match_rms_adamw')"
    ),
    "LBFGS, line search": LINE_SEARCH.format(options="max_iter=4, max_eval=3, "),
    "LBFGS, one step a search": LINE_SEARCH.format(options="max_iter=1, "),
    "Adagrad, float64": DOUBLE.format(name="Adagrad"),
    "Adam, float64": DOUBLE.format(name="Adam"),
    "SGD, float64": DOUBLE.format(name="SGD"),
    "SGD, a group added": program(ADDED.format(made="SGD([net.weight], lr=0.1, momentum=0.9)")),
    "Adam, a group added": program(ADDED.format(made="Adam([net.weight], lr=0.1)")),
    "changed by hand": program(
        f"optim.SGD({OWN}, lr=0.1, momentum=0.9, weight_decay=0.1)", BY_HAND
    ),
    "changed by hand, Adam": program(f"optim.Adam({OWN}, lr=0.1, weight_decay=0.1)", BY_HAND),
    "Rprop": program(f"optim.Rprop({ALL}, lr=0.05, etas=(0.4, 1.5), step_sizes=(1e-4, 0.2))"),
}


@pytest.fixture(scope="module")
def outcomes(run_both: Callable[[Mapping[str, str]], Outcomes]) -> Outcomes:
    return run_both(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_moves_the_parameters_to_where_torch_does(name: str, outcomes: Outcomes) -> None:
    outcome = outcomes[name]
    assert outcome.errors == []
    assert not isinstance(outcome.torch, str), outcome.torch
    assert len(outcome.torch) >= 24
    assert not isinstance(outcome.mindspore, str), outcome.mindspore
    np.testing.assert_allclose(outcome.mindspore, outcome.torch, rtol=1e-4, atol=1e-5)
