"""Learning rates in the groups of an optimizer, which are Parameters in MindSpore."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import torch\n\n\n"


@pytest.mark.parametrize(
    "source",
    [
        "for group in optimizer.param_groups:\n    group['weight_decay'] = 0.1\n",
        "for group in optimizer.param_groups:\n    group.update(weight_decay=0.1)\n",
        "for group in optimizer.param_groups:\n    group.update({'momentum': 0.1})\n",
        "for group, rate in zip(optimizer.param_groups, rates):\n    rate['lr'] = 0.1\n",
        "for row in table.rows:\n    row['lr'] *= 2\n",
        "config['lr'] = 0.1\n",
        "def f(opt):\n    for group in opt.param_groups:\n        print(group)\n"
        "def g(groups):\n    for group in groups:\n        group['lr'] *= 2\n",
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
        ("rate = scheduler._last_lr[0]", "rate = float(scheduler._last_lr[0])"),
        ("rate = scheduler._last_lr[:1]", "rate = [float(lr) for lr in scheduler._last_lr][:1]"),
        ("rate = scheduler.base_lrs[-1]", "rate = float(scheduler.base_lrs[-1])"),
        ("rate = scheduler.get_last_lr()[0]", "rate = float(scheduler.get_last_lr()[0])"),
        (
            "rate = scheduler.get_last_lr()[i]",
            "rate = [float(lr) for lr in scheduler.get_last_lr()][i]",
        ),
        (
            "rate, = scheduler.get_last_lr()",
            "rate, = [float(lr) for lr in scheduler.get_last_lr()]",
        ),
        ("best = scheduler.best", "best = float(scheduler.best)"),
        ("bad = int(scheduler.num_bad_epochs)", "bad = int(int(scheduler.wait))"),
        ("if scheduler.in_cooldown: pass", "if bool(scheduler.in_cooldown()): pass"),
        ("best = other.best", "best = other.best"),
        ("scheduler.last_epoch = 3", "ops.assign(scheduler.last_epoch, 3)"),
        ("scheduler.last_epoch = start - 1", "ops.assign(scheduler.last_epoch, start - 1)"),
        ("other.last_epoch = 3", "other.last_epoch = 3"),
        ("epoch = other.last_epoch", "epoch = other.last_epoch"),
    ],
)
def test_what_a_scheduler_holds(statement: str, after: str) -> None:
    text = fixed(f"{SCHEDULED}{statement}\n")
    assert text.endswith(f"{after}\n")
    assert fixed(text) == text


def test_steps_behind_a_number_that_differ_are_told() -> None:
    source = SCHEDULED.replace("StepLR(opt, 3)", "ExponentialLR(opt, 0.9)")
    told = [f.code for f in findings(f"{source}scheduler.last_epoch = start - 1\n")]
    assert "MP216" in told
    assert fixed(f"{source}scheduler.last_epoch = start - 1\n").endswith(
        ".last_epoch = start - 1\n"
    )


@pytest.mark.parametrize(
    ("read", "after"),
    [
        ("float(x.get_last_lr()[0])", "float(x.get_last_lr()[0])"),
        ("[float(r) for r in x.get_last_lr()]", "[float(r) for r in x.get_last_lr()]"),
        ("x.get_last_lr(3)", "x.get_last_lr(3)"),
        ("x.get_last_lr()[0]", "float(x.get_last_lr()[0])"),
        ("x.sched.get_last_lr()[-1]", "float(x.sched.get_last_lr()[-1])"),
        ("x.get_last_lr()", "[float(lr) for lr in x.get_last_lr()]"),
    ],
)
def test_last_rates_of_what_comes_from_elsewhere(read: str, after: str) -> None:
    text = fixed(f"import torch\n\n\ndef rate(x):\n    torch.left()\n    return {read}\n")
    assert text.endswith(f"    return {after}\n")
    assert fixed(text) == text


@pytest.mark.parametrize(
    ("argument", "epoch"),
    [("scheduler", "int(scheduler.last_epoch)"), ("counter", "counter.last_epoch")],
)
def test_what_is_called_a_scheduler_holds(argument: str, epoch: str) -> None:
    source = f"import torch\n\n\ndef save({argument}):\n    return {argument}.last_epoch\n"
    assert fixed(source).endswith(f"    return {epoch}\n")


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("opt.state.clear()", [("MP216", "error")]),
        ("steps = opt.state[weight]['step']", [("MP216", "error")]),
        ("other.state.clear()", []),
        ("state = opt.state_dict()", []),
    ],
)
def test_the_state_of_an_optimizer(statement: str, found: list[tuple[str, str]]) -> None:
    on_it = [f for f in findings(f"{SCHEDULED}{statement}\n") if f.symbol.endswith(".state")]
    assert [(f.code, f.severity) for f in on_it] == found


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("group['lr'] *= 0.5", "ops.assign(group['lr'], group['lr'] * 0.5)"),
        ("group['lr'] /= a + b", "ops.assign(group['lr'], group['lr'] / (a + b))"),
        ("group['lr'] = base * 0.1", "ops.assign(group['lr'], base * 0.1)"),
        (
            "old = group['lr'] = base * 0.1",
            "old = base * 0.1\n        ops.assign(group['lr'], old)",
        ),
        ("group['lr'] = a = b = base", "a = b = base\n        ops.assign(group['lr'], a)"),
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


def test_a_rate_is_read_in_a_file_without_torch() -> None:
    line = "print(f\"{trainer.optimizer.param_groups[0]['lr']:.5f}\")\n"
    after = "print(f\"{float(trainer.optimizer.param_groups[0]['lr']):.5f}\")\n"
    assert fixed(line) == after
    assert fixed(f"import mindspore\n{line}") == f"import mindspore\n{line}"


def test_by_index_and_without_torch_in_the_file() -> None:
    source = "def decay(optimizer):\n    optimizer.param_groups[0]['lr'] *= 0.1\n"
    (finding,) = findings(source)
    assert (finding.code, finding.severity) == ("MP216", "warning")
    assert "ops.assign(optimizer.param_groups[0]['lr'], optimizer.param_groups" in fixed(source)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("group = opt.param_groups[0]\n{}", "group['lr']"),
        ("groups = opt.param_groups\nfor group in groups:\n    {}", "group['lr']"),
        ("groups = opt.param_groups\nfor i in range(2):\n    {}", "groups[i]['lr']"),
        ("for group, lr in zip(opt.param_groups, rates):\n    {}", "group['lr']"),
        ("for i, (group, lr) in enumerate(zip(opt.param_groups, rates)):\n    {}", "group['lr']"),
        ("for lr, group in zip(rates, reversed(opt.param_groups)):\n    {}", "group['lr']"),
        ("for group in opt.param_groups[1:]:\n    {}", "group['lr']"),
        ("for group in opt.param_groups + other.param_groups:\n    {}", "group['lr']"),
    ],
)
def test_other_names_of_a_group(source: str, after: str) -> None:
    text = fixed(HEAD + source.format(f"{after} = 0.1") + "\n")
    assert text.endswith(f"ops.assign({after}, 0.1)\n")


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("seen = [group.get('lr')]", "seen = [float(group.get('lr'))]"),
        ("print(group['initial_lr'])", "print(float(group['initial_lr']))"),
        ("group['weight_decay'] = 0", "group['weight_decay'] = 0.0"),
        ("group['momentum'] = 1", "group['momentum'] = 1"),
        (
            "group.update({k: v for k, v in saved.items() if k != 'lr'})",
            "group.update({k: v for k, v in saved.items() if k != 'lr'})",
        ),
    ],
)
def test_what_a_group_holds(statement: str, after: str) -> None:
    text = fixed(f"{HEAD}for group in opt.param_groups:\n    {statement}\n")
    assert text.endswith(f"    {after}\n")


@pytest.mark.parametrize(
    "statement",
    [
        "old.rate = group['lr'] = 0.1",
        "if group: old = group['lr'] = 0.1",
        "group['lr'] //= 2",
        "group[key] = 0.1",
        "group.update(lr=0.1)",
        "group.update({'lr': 0.1})",
        "group.update(changes)",
        "group.update(**changes)",
    ],
)
def test_what_cannot_be_written_is_an_error(statement: str) -> None:
    found = findings(f"{HEAD}for group in opt.param_groups:\n    {statement}\n")
    assert [(f.severity, f.fix) for f in found if f.code == "MP216"] == [("error", None)]
