"""Optimizers with a step() of their own, which nothing of MindSpore's calls by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from tests.findings.conftest import findings, fixed, moved

HEAD = "import torch\n\n\n"


@pytest.mark.parametrize(
    "source",
    [
        "class Timer:\n    def step(self):\n        return 1\n",
        "class Own(torch.optim.SGD):\n    def name(self):\n        return 'own'\n",
        "class Warm(torch.optim.lr_scheduler.StepLR):\n    def step(self):\n        return 1\n",
        "class Net(torch.nn.Module):\n    def step(self):\n        return 1\n",
        "class Named(torch.optim.Optimizer):\n    def name(self):\n        return 'named'\n",
        "class Norm(torch.optim.SGD):\n    def norm(self, p):\n        return p.grad.norm()\n",
    ],
    ids=["no optimizer", "no step", "a scheduler", "a module", "no gradient", "the base's step"],
)
def test_other_classes_get_no_base(source: str) -> None:
    assert "OwnStep" not in fixed(HEAD + source)


def test_an_optimizer_with_a_step_gets_a_base_that_runs_it() -> None:
    text = fixed(
        HEAD
        + """\
class Clipped(torch.optim.SGD):
    def step(self, closure=None):
        for group in self.param_groups:
            rate = group["lr"]
            group["lr"] *= 0.5
        return super().step(closure)
"""
    )
    assert "class Clipped(OwnStep, optim.SGD):" in text
    assert '            rate = group["lr"]\n            group["lr"] *= 0.5\n' in text
    assert "        return super().step(closure)\n" in text
    assert "todo" not in text


def test_a_class_between_that_has_no_step_gets_none() -> None:
    text = fixed(
        HEAD
        + """\
class Named(torch.optim.Adam):
    name = "named"


class Slow(Named):
    def step(self, closure=None):
        return super(Slow, self).step(closure)


class Slower(Slow):
    def step(self, closure=None):
        return super().step(closure)
"""
    )
    assert "class Named(Adam):" in text
    assert "class Slow(OwnStep, Named):" in text
    assert "class Slower(Slow):" in text


def test_what_is_left_of_a_file_that_was_moved_is_nothing() -> None:
    source = HEAD + (
        "class Own(torch.optim.Optimizer):\n"
        "    def __init__(self, params):\n"
        "        super().__init__(params, {'lr': 0.1})\n"
        "\n"
        "    @torch.no_grad()\n"
        "    def step(self):\n"
        "        for group in self.param_groups:\n"
        "            for p in group['params']:\n"
        "                p.add_(p.grad, alpha=-group['lr'])\n"
    )
    text = fixed(source)
    assert "class Own(OwnStep, optim.Optimizer):" in text
    assert findings(text) == []


def test_the_rates_are_parameters_outside_of_the_step() -> None:
    text = fixed(
        HEAD
        + """\
class Own(torch.optim.SGD):
    def step(self, closure=None):
        super().step(closure)


def halve(optimizer):
    for group in optimizer.param_groups:
        group["lr"] *= 0.5
"""
    )
    assert '        ops.assign(group["lr"], group["lr"] * 0.5)\n' in text


def test_gradients_and_state_are_there_in_the_step_and_nowhere_else() -> None:
    own = (
        "class Own(torch.optim.Optimizer):\n"
        "    def __init__(self, params):\n"
        "        super().__init__(params, {'lr': 0.1})\n"
        "\n"
        "    def step(self):\n"
        "        for group in self.param_groups:\n"
        "            for p in group['params']:\n"
        "                state = self.state[p]\n"
        "                torch.nn.utils.clip_grad_norm_(p, 1.0)\n"
        "                p.data.add_(-group['lr'], p.grad)\n"
    )
    text = fixed(HEAD + own)
    assert findings(text) == []
    assert "                p.data.copy_(p.data.add(p.grad, alpha=-group['lr']))\n" in text

    outside = (
        "def show(optimizer: torch.optim.SGD):\n"
        "    for group in optimizer.param_groups:\n"
        "        for p in group['params']:\n"
        "            torch.nn.utils.clip_grad_norm_(p, 1.0)\n"
        "            print(p.grad, optimizer.state[p])\n"
    )
    left = [f.symbol for f in findings(HEAD + outside) if f.severity == "error"]
    assert left == [
        "torch.nn.utils.clip_grad_norm_",
        "torch.Tensor.grad",
        "torch.optim.Optimizer.state",
    ]


TWO_PASSES = """\
class Climbing(torch.optim.Optimizer):
    def __init__(self, params, inner, **options):
        super().__init__(params, dict(options))
        self.inner = inner(self.param_groups, **options)

    def climb(self, zero_grad=False):
        for p in self.param_groups[0]["params"]:
            p.data.add_(self.scaled(p))
        if zero_grad:
            self.zero_grad()

    def descend(self, zero_grad=False):
        for p in self.param_groups[0]["params"]:
            p.data.mul_(0.9)
        self.inner.step()

    def scaled(self, p):
        return 0.1 * p.grad

    def step(self, closure=None):
        closure = torch.enable_grad()(closure)
        self.climb(zero_grad=True)


"""
TRAINED = """\
net = torch.nn.Linear(3, 1)
opt = Climbing(net.parameters(), torch.optim.SGD, lr=0.1)
for x in torch.ones(4, 2, 3):
    loss = net(x).sum()
    loss.backward()
    opt.climb({climbs})
    net(x).sum().backward()
    opt.descend()
    opt.zero_grad()
"""


@pytest.mark.parametrize("climbs", ["zero_grad=True", "True"])
def test_methods_that_read_gradients_are_called_when_the_optimizer_has_taken_them(
    climbs: str,
) -> None:
    text = fixed(HEAD + TWO_PASSES + TRAINED.format(climbs=climbs))
    assert f"    opt.take(grads)\n    opt.climb({climbs})\n" in text
    assert "    opt.take(grads_2)\n    opt.descend()\n" in text
    assert "self.inner(tuple(p.grad for p in self.inner.parameters))" in text
    assert "    def step(self, closure=None):\n        self.climb(zero_grad=True)\n" in text
    assert "            self.zero_grad()\n" in text
    assert findings(text) == []


def test_an_optimizer_may_have_no_step_at_all_but_methods_that_read_gradients() -> None:
    without = TWO_PASSES.partition("    def step(")[0] + "\n\n"
    text = fixed(HEAD + without + TRAINED.format(climbs="zero_grad=True"))
    assert "class Climbing(OwnStep, optim.Optimizer):" in text
    assert "    opt.take(grads)\n    opt.climb(zero_grad=True)\n" in text
    assert "    opt.take(grads_2)\n    opt.descend()\n" in text
    assert findings(text) == []


@pytest.mark.parametrize(
    ("optimizer", "climbs"),
    [
        pytest.param(TWO_PASSES, "", id="nothing is cleared between the passes"),
        pytest.param(TWO_PASSES, "zero_grad=False", id="told to keep them"),
        pytest.param(
            TWO_PASSES.replace("        if zero_grad:\n            self.zero_grad()\n", "", 1),
            "zero_grad=True",
            id="does not do what it is told",
        ),
        pytest.param(
            TWO_PASSES.replace(
                "        if zero_grad:\n",
                "        if self.off:\n            return\n        if zero_grad:\n",
            ),
            "zero_grad=True",
            id="does not do so each time",
        ),
    ],
)
def test_gradients_that_add_up_over_both_passes_are_marked(optimizer: str, climbs: str) -> None:
    source = HEAD + optimizer + TRAINED.format(climbs=climbs)
    text = fixed(source)
    assert "    loss.backward()\n" in text
    assert [f.code for f in findings(source) if f.severity == "error"] == ["MP306"]


def test_an_optimizer_of_other_parameters_inside_is_marked() -> None:
    other = TWO_PASSES.replace("inner(self.param_groups, **options)", "inner")
    other = other.replace("self.inner", "self.optimizer")
    left = [f for f in findings(HEAD + other) if f.code == "MP306" and f.severity == "error"]
    assert len(left) == 1


CLOSURE = TWO_PASSES.replace(
    "        closure = torch.enable_grad()(closure)\n        self.climb(zero_grad=True)\n",
    "        self.climb({})\n        closure()\n        self.descend()\n",
)
WITH_CLOSURE = """\
net = torch.nn.Linear(3, 1)
opt = Climbing(net.parameters(), torch.optim.SGD, lr=0.1)
for x in torch.ones(4, 2, 3):
    def closure():
        loss = net(x).sum()
        loss.backward()
        return loss

    loss = net(x).sum()
    loss.backward()
    opt.step(closure)
    opt.zero_grad()
"""


def test_a_step_that_adds_the_second_pass_to_the_first_is_marked() -> None:
    source = HEAD + CLOSURE.format("") + WITH_CLOSURE
    text = fixed(source)
    assert text.count("loss.backward()") == 2
    assert "MP306" in [f.code for f in findings(source) if f.severity == "error"]


def test_a_closure_lets_the_optimizer_take_the_gradients_of_the_second_pass() -> None:
    text = fixed(HEAD + CLOSURE.format("zero_grad=True") + WITH_CLOSURE)
    assert (
        "        loss, grads = grad_fn()\n        opt.take(grads)\n        return loss\n\n"
        "    loss, grads = grad_fn(x)\n    opt.take(grads)\n    opt.step(closure)\n"
    ) in text.replace("grads_2", "grads").replace("grad_fn_2", "grad_fn")
    assert findings(text) == []


CONTROLLED = """import torch
from torch import nn
import torch.nn.functional as F


class Scaffold(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, dict(lr=lr))

    def step(self, server, client, closure=None):
        for group in self.param_groups:
            for p, c, ci in zip(group["params"], server, client):
                p.data = p.data - group["lr"] * (p.grad.data + c - ci)
        return group["params"]


class Client:
    def __init__(self, net, server, client):
        self.net = net
        self.server, self.client = server, client
        self.optimizer = Scaffold(net.parameters(), lr=0.1)

    def train(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = F.mse_loss(self.net(x), y)
            loss.backward()
            self.optimizer.step(self.server, self.client)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("step(self.server, self.client)", "step(self.server, self.client, closure)", id="a closure"),
        pytest.param("step(self.server, self.client)", "step(*self.controls)", id="spread"),
        pytest.param("        for group", "        server = server()\n        for group", id="called"),
        pytest.param("self.optimizer = Scaffold(", "self.optimizer = torch.optim.SGD(", id="torch's"),
    ],
)  # fmt: skip
def test_a_step_that_may_be_given_a_closure_is_left_alone(before: str, after: str) -> None:
    assert before in CONTROLLED
    text, left = moved(CONTROLLED.replace(before, after))
    assert "loss.backward()" in text
    assert any("the optimizer evaluates a closure itself" in told for told in left)


def test_what_else_a_step_takes_goes_behind_the_gradients() -> None:
    text, left = moved(CONTROLLED)
    assert left == []
    assert "            self.optimizer(grads, self.server, self.client)\n" in text
    assert "return self.step(*args, **kwargs)" in text


def test_what_such_a_step_gives_may_be_assigned() -> None:
    source = CONTROLLED.replace(
        "self.optimizer.step(self.", "kept = self.optimizer.step(client=self."
    )
    source = source.replace(
        "client=self.server, self.client", "client=self.client, server=self.server"
    )
    text, left = moved(source)
    assert left == []
    assert "kept = self.optimizer(grads, client=self.client, server=self.server)\n" in text


@pytest.mark.parametrize("first", ["optimizers.py", "client.py"])
def test_an_optimizer_of_another_file_whichever_is_moved_first(tmp_path: Path, first: str) -> None:
    head, _, client = CONTROLLED.partition("class Client")
    imports = CONTROLLED.partition("class Scaffold")[0]
    sources = {
        "optimizers.py": head,
        "client.py": f"{imports}from optimizers import Scaffold\n\n\nclass Client{client}",
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    for name in sorted(sources, key=lambda name: name != first):
        path = tmp_path / name
        document = Document(str(path), path.read_text(encoding="utf-8"))
        result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
        path.write_text(result.document.text, encoding="utf-8")
    text = (tmp_path / "client.py").read_text(encoding="utf-8")
    assert "self.optimizer(grads, self.server, self.client)" in text
