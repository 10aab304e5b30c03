"""What changes an optimizer while it trains, in graph mode; each form ran: knowledge/graph/training.yaml."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target

LOOP = """
import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
{made}
for x in loader:
    loss = net(x).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
{changed}
"""
SCHEDULER = "scheduler = torch.optim.lr_scheduler."
STEP = "scheduler.step()"


def migrated(made: str, changed: str, mode: Mode = "GRAPH") -> tuple[str, list[str]]:
    """The text after the safe and unsafe fixes, and the codes of graph mode that are left."""
    source = LOOP.format(made=made, changed=indent(dedent(changed), "    "))
    config = Config(target=Target(devices=("CPU",), mode=mode))
    fixed = fix_document(Document("train.py", source), config, Workspace(), unsafe=True)
    left = [f.code for f in fixed.report.findings if f.code.startswith("MP4")]
    return fixed.document.text, left


@pytest.mark.parametrize(
    ("made", "changed"),
    [
        (f"{SCHEDULER}StepLR(optimizer, 3)", STEP),
        (f"{SCHEDULER}OneCycleLR(optimizer, 0.1, 9, cycle_momentum=False)", STEP),
        ("", "for group in optimizer.param_groups:\n    group['lr'] = 0.01"),
        ("", "for group in optimizer.param_groups:\n    group['layer'] = 3"),
        ("for group in optimizer.param_groups:\n    group['weight_decay'] = 0.1", ""),
        ("optimizer.param_groups[0]['momentum'] = 0.8", ""),
    ],
)
def test_what_a_compiled_step_sees_is_left_alone(made: str, changed: str) -> None:
    text, left = migrated(made, changed)
    assert "    optimizer(grads)\n" in text
    assert left == []


CHANGES = [
    (f"{SCHEDULER}OneCycleLR(optimizer, 0.1, 9)", STEP),
    (f"{SCHEDULER}CyclicLR(optimizer, 0.1, 0.2)", STEP),
    ("", "for group in optimizer.param_groups:\n    group['weight_decay'] = x.mean().item()"),
    ("", "optimizer.param_groups[0]['momentum'] *= 0.9"),
    (
        "",
        "for i, g in enumerate(optimizer.param_groups):\n    if i:\n        g['betas'] = (0.5, 0.9)",
    ),
]


@pytest.mark.parametrize(("made", "changed"), CHANGES)
def test_a_step_that_it_does_not_see_is_run_by_operators(made: str, changed: str) -> None:
    text, left = migrated(made, changed)
    assert "    optimizer.construct(grads)\n" in text
    assert left == []
    assert "    optimizer(grads)\n" in migrated(made, changed, "PYNATIVE")[0]


def test_a_scheduler_without_a_step_in_sight_is_told() -> None:
    source = "from torch.optim.lr_scheduler import OneCycleLR\n\ndef plan(o):\n    return OneCycleLR(o, 1, 9)\n"
    config = Config(target=Target(devices=("CPU",), mode="GRAPH"))
    fixed = fix_document(Document("plan.py", source), config, Workspace(), unsafe=True)
    assert [f.code for f in fixed.report.findings if f.code.startswith("MP4")] == ["MP405"]
