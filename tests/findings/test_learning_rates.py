"""Learning rates in the groups of an optimizer, which are Parameters in MindSpore."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\n\n\n"


@pytest.mark.parametrize(
    "source",
    [
        "for group in optimizer.param_groups:\n    group['weight_decay'] = 0.1\n",
        "for row in table.rows:\n    row['lr'] *= 2\n",
        "config['lr'] = 0.1\n",
        "print(float(optimizer.param_groups[0]['lr']))\n",
        "print(optimizer.param_groups[0]['lr'].item())\n",
        "from mindspore import ops\n\nops.assign(optimizer.param_groups[0]['lr'], 0.1)\n",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert [f.code for f in findings(HEAD + source)] == ["MP108"]


SCHEDULED = """import torch

opt = torch.optim.SGD([torch.nn.Parameter(torch.ones(2))], lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(opt, 3)
"""


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("epoch = scheduler.last_epoch", "epoch = int(scheduler.last_epoch)"),
        ("print(scheduler.base_lrs)", "print([float(lr) for lr in scheduler.base_lrs])"),
        ("epoch = int(scheduler.last_epoch)", "epoch = int(scheduler.last_epoch)"),
        ("scheduler.last_epoch = 3", "scheduler.last_epoch = 3"),
        ("epoch = other.last_epoch", "epoch = other.last_epoch"),
    ],
)
def test_what_a_scheduler_holds(statement: str, after: str) -> None:
    text = fixed(f"{SCHEDULED}{statement}\n")
    assert text.endswith(f"{after}\n")
    assert fixed(text) == text


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("group['lr'] *= 0.5", "ops.assign(group['lr'], group['lr'] * 0.5)"),
        ("group['lr'] /= a + b", "ops.assign(group['lr'], group['lr'] / (a + b))"),
        ("group['lr'] = base * 0.1", "ops.assign(group['lr'], base * 0.1)"),
        ("print(group['lr'])", "print(float(group['lr']))"),
        ("rate = group['lr'] * 2", "rate = group['lr'] * 2"),
    ],
)
@pytest.mark.parametrize(
    "loop", ["for group in opt.param_groups", "for _, group in enumerate(opt.param_groups)"]
)
def test_in_a_loop(loop: str, statement: str, after: str) -> None:
    text = fixed(f"{HEAD}def change(opt, base, a, b):\n    {loop}:\n        {statement}\n")
    assert f"    {loop}:\n        {after}\n" in text


def test_by_index_and_without_torch_in_the_file() -> None:
    source = "def decay(optimizer):\n    optimizer.param_groups[0]['lr'] *= 0.1\n"
    (finding,) = findings(source)
    assert (finding.code, finding.severity) == ("MP216", "warning")
    assert "ops.assign(optimizer.param_groups[0]['lr'], optimizer.param_groups" in fixed(source)


@pytest.mark.parametrize("statement", ["old = group['lr'] = 0.1", "group['lr'] //= 2"])
def test_what_cannot_be_written_is_an_error(statement: str) -> None:
    found = findings(f"{HEAD}for group in opt.param_groups:\n    {statement}\n")
    assert [(f.severity, f.fix) for f in found if f.code == "MP216"] == [("error", None)]
