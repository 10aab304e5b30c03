"""Functions of the file that step by hand, or read gradients, with what they are given.

That they train as in torch is shown by ``tests/scenarios/programs/from_scratch.py``.
"""

from __future__ import annotations

import textwrap

import pytest

from .conftest import findings, fixed

HEAD = """\
import torch
from torch import nn
import torch.nn.functional as F
w = torch.ones(3, 1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
"""
SGD = """\
def sgd(params, lr):
    with torch.no_grad():
        for p in params:
            p -= lr * p.grad
            p.grad.zero_()
"""
LOOP = """\
for x, y in data:
    loss = F.mse_loss(x @ w + b, y)
    loss.backward()
"""
CLIP = """\
def clip(model, theta):
    norm = torch.sqrt(sum((p.grad ** 2).sum() for p in model.parameters()))
    if norm > theta:
        for p in model.parameters():
            p.grad[:] *= theta / norm
"""
TRAIN = """\
def train(model, data):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in data:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        {}
        optimizer.step()
"""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(SGD + LOOP + "    sgd(tensors, 0.1)\n", id="tensors that are not named"),
        pytest.param(SGD + LOOP + "    sgd([w, c], 0.1)\n", id="one that is made elsewhere"),
        pytest.param(
            SGD + LOOP + "    sgd([w], 0.1)\n    sgd([b], 0.2)\n", id="a function with two calls"
        ),
        pytest.param(
            SGD + "step = sgd\n" + LOOP + "    step([w, b], 0.1)\n", id="a function under a name"
        ),
        pytest.param(
            SGD.replace("            p.grad.zero_()\n", "") + LOOP + "    sgd([w, b], 0.1)\n",
            id="gradients that nobody clears",
        ),
        pytest.param(
            SGD.replace(
                "p -= lr * p.grad\n            p.grad.zero_()",
                "p.grad.zero_()\n            p -= p.grad",
            )
            + LOOP
            + "    sgd([w, b], 0.1)\n",
            id="gradients that are cleared first",
        ),
        pytest.param(
            SGD.replace("    with torch", "    if lr > 1:\n        return\n    with torch")
            + LOOP
            + "    sgd([w, b], 0.1)\n",
            id="a step that is left out at times",
        ),
        pytest.param(
            SGD + LOOP + "    if x is not None:\n        sgd([w, b], 0.1)\n",
            id="a call that is left out at times",
        ),
        pytest.param(
            SGD.replace("params, lr", "lr, params=None") + LOOP + "    sgd(0.1, [w, b])\n",
            id="a parameter with a default",
        ),
    ],
)
def test_steps_stay_marked(source: str) -> None:
    after = fixed(HEAD + source, unsafe=True)
    assert "loss.backward()" in after
    assert any(f.code == "MP306" and f.severity == "error" for f in findings(HEAD + source))


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            CLIP + TRAIN.format("clip(model.encoder, 1)"), id="given a part of the network"
        ),
        pytest.param(
            CLIP.replace("p.grad[:] *= theta / norm", "p.grad = None")
            + TRAIN.format("clip(model, 1)"),
            id="takes the gradient away",
        ),
        pytest.param(
            "def clip(params):\n    params = params[1:]\n    for p in params:\n"
            "        p.grad.clamp_(-1, 1)\n" + TRAIN.format("clip(model.parameters())"),
            id="changes some of the parameters that it is given",
        ),
        pytest.param(
            "def clip(net, other):\n    params = list(net.parameters())\n"
            "    params.extend(other.parameters())\n    for p in params:\n"
            "        p.grad.clamp_(-1, 1)\n" + TRAIN.format("clip(model, model)"),
            id="a list that grows",
        ),
        pytest.param(
            "def clip(params):\n    for p in params:\n        p.grad.clamp_(-1, 1)\n"
            + TRAIN.format("clip(model.encoder.parameters())"),
            id="given the parameters of a part",
        ),
        pytest.param(
            CLIP.replace("if norm", "model = model.module\n    if norm")
            + TRAIN.format("clip(model, 1)"),
            id="its network is another one later",
        ),
        pytest.param(
            CLIP
            + TRAIN.format("if x.sum() > 0:\n            clip(model, 1)").replace(
                "loss.backward()", "loss.backward(); optimizer.zero_grad()"
            ),
            id="gradients that are cleared before",
        ),
        pytest.param(
            "def log(model):\n    print(model.fc.weight.grad)\n" + TRAIN.format("log(model)"),
            id="reads those of one layer",
        ),
    ],
)
def test_readers_stay_marked(source: str) -> None:
    after = fixed(HEAD + source, unsafe=True)
    assert "loss.backward()" in after
    told = [f for f in findings(HEAD + source) if f.code == "MP306" and "backward" in f.symbol]
    assert told and all(f.severity == "error" for f in told)


def test_a_function_that_reads_the_gradients_of_a_network_of_its_own_is_told() -> None:
    train = TRAIN.format("pass").replace("\n        pass", "")
    main = """\
def main(data):
    model = nn.Linear(3, 1)
    train(model, data)
    for name, param in model.named_parameters():
        print(name, param.grad)
"""
    told = [f for f in findings(HEAD + train + main) if f.severity in ("warning", "error")]
    assert ("MP306", "torch.Tensor.grad") in [(f.code, f.symbol) for f in told]


def test_a_function_steps_with_the_gradients_that_it_is_given() -> None:
    text = fixed(HEAD + SGD + LOOP + "    sgd([w, b], 0.1)\n")
    assert (
        "def sgd(params, grads, lr):\n"
        "    for p, grad in zip(params, grads):\n"
        "        p.copy_(p - (lr * grad))\n"
    ) in text
    assert "grad_fn = ms.value_and_grad(forward_fn, None, [w, b])\n" in text
    assert text.endswith("    loss, grads = grad_fn(x, y)\n    sgd([w, b], grads, 0.1)\n")
    assert 'w = ms.Parameter(mint.ones((3, 1)), name="w")\n' in text
    assert ".grad" not in text.replace("ms.grad", "").replace("value_and_grad", "")


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("sgd(lr=0.1, params=[w, b])", "sgd(lr=0.1, params=[w, b], grads=grads)"),
        ("sgd([b, w], lr=0.1)", "sgd([b, w], grads, lr=0.1)"),
        ("sgd((w, b), 0.1)", "sgd((w, b), grads, 0.1)"),
    ],
)
def test_calls_give_the_gradients(call: str, after: str) -> None:
    assert f"    {after}\n" in fixed(HEAD + SGD + LOOP + f"    {call}\n")


def test_a_network_steps_by_a_function() -> None:
    source = TRAIN.format("sgd(model.parameters(), 0.1)").replace("        optimizer.step()\n", "")
    source = "\n".join(line for line in source.splitlines() if "optimizer" not in line) + "\n"
    text = fixed(HEAD + SGD + source, unsafe=True)
    assert "        sgd(model.trainable_params(), grads, 0.1)\n" in text
    assert "value_and_grad(forward_fn, None, model.trainable_params())" in text


def test_a_list_that_is_written_out_steps_in_place() -> None:
    step = "    with torch.no_grad():\n        for p in [w, b]:\n            p -= 0.1 * p.grad\n"
    text = fixed(HEAD + LOOP + step + "            p.grad.zero_()\n")
    assert "    for p, grad in zip([w, b], grads):\n        p.copy_(p - (0.1 * grad))\n" in text


def test_a_function_reads_the_gradients_that_it_is_given() -> None:
    text = fixed(HEAD + CLIP + TRAIN.format("clip(model, 1)"), unsafe=True)
    assert "def clip(model, grads, theta):\n" in text
    assert "for p, grad in zip(model.trainable_params(), grads)" in text
    assert "            grad[:] *= theta / norm\n" in text
    assert "        clip(model, grads, 1)\n        optimizer(grads)\n" in text


def test_other_names_of_a_function_stay_apart() -> None:
    clip = CLIP.replace("theta", "grads").replace("p in", "grad in").replace("p.", "grad.")
    text = fixed(HEAD + clip + TRAIN.format("clip(model, 1)"), unsafe=True)
    assert "def clip(model, grads_, grads):\n" in text
    assert "for grad, grad_ in zip(model.trainable_params(), grads_)" in text


def test_an_optimizer_of_single_parameters_is_no_part_of_the_loss() -> None:
    source = TRAIN.format("print(loss)").replace(
        "model.parameters()", "[{'params': model[0].weight}, {'params': model[1].parameters()}]"
    )
    assert "value_and_grad" in fixed(HEAD + source, unsafe=True)


OF_A_MODEL = """\
class Trainer:
    def fit(self, model, data):
        self.model = model
        self.optim = model.configure_optimizers()
        for x, y in data:
            self.optim.zero_grad()
            loss = F.mse_loss(self.model(x), y)
            loss.backward()
            self.clip(self.model)
            self.optim.step()

    def clip(self, model):
        for p in model.parameters():
            {}
"""


def test_an_optimizer_from_elsewhere_may_hold_them_in_any_order() -> None:
    alone = HEAD + OF_A_MODEL.format("p.grad.clamp_(-1, 1)")
    assert "self.clip(self.model, grads)" in fixed(alone, unsafe=True)
    assert "loss.backward()" in fixed(alone)
    messages = [f.message.en for f in findings(alone) if f.code == "MP306"]
    assert any("self.optim is taken to hold the parameters of self.model" in m for m in messages)


def test_pairs_of_parameters_and_gradients_come_in_the_order_of_the_network() -> None:
    paired = HEAD + OF_A_MODEL.format("p.grad.add_(p.data, alpha=0.1)")
    ordered = "grads_of(self.model.trainable_params(), self.optim, grads)"
    assert ordered in fixed(paired, unsafe=True)


ATTACK = """\
class Attack:
    def __init__(self, model, {more}):
        self.model = {held}
        self.kept = {{}}
    def apply(self, size):
        for name, p in self.model.named_parameters():
            if "weight" in name:
                self.kept[name] = p.data.clone()
                p.data.add_(size * p.grad)
    def undo(self):
        for name, p in self.model.named_parameters():
            if name in self.kept:
                p.data = self.kept[name]
"""
ATTACKED = """\
def train(model, other, data):
    optimizer = torch.optim.SGD({parameters}, lr=0.1)
    attack = Attack({given})
    for x, y in data:
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
{lines}
        optimizer.step()
"""
APPLIED = """\
        attack.apply(0.5)
        second = F.mse_loss(model(x), y)
        second.backward()
        attack.undo()"""
SOMETIMES = "        if x.shape[0] > 1:\n" + textwrap.indent(APPLIED, "    ")
PLAIN = {"more": "size=1", "held": "model", "given": "model", "parameters": "model.parameters()"}


def attacked(lines: str = APPLIED, **changed: str) -> str:
    given = PLAIN | changed
    return HEAD + ATTACK.format(**given) + ATTACKED.format(lines=lines, **given)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(attacked(given="other"), id="of another network"),
        pytest.param(
            attacked(held="model if size else model.body"), id="of a network that is not seen"
        ),
        pytest.param(
            attacked() + "attack = Attack(w)\nprint(attack.apply)\n", id="taken as a value"
        ),
        pytest.param(attacked() + "class More(Attack):\n    pass\n", id="inherited"),
        pytest.param(
            attacked(
                APPLIED.replace("        attack.apply(0.5)\n", "") + "\n        attack.apply(1)"
            ),
            id="of the sum of two losses",
        ),
        pytest.param(
            attacked("        torch.nn.utils.clip_grad_norm_(model.parameters(), 1)\n" + APPLIED),
            id="of gradients that are clipped before",
        ),
    ],
)
def test_gradients_that_an_object_reads_in_no_known_way_are_told(source: str) -> None:
    assert [f for f in findings(source) if f.symbol == "torch.Tensor.grad"]
    assert "size * p.grad)" in fixed(source, unsafe=True)


def test_an_object_is_given_the_gradients_of_the_network_it_was_made_with() -> None:
    text = fixed(attacked(), unsafe=True)
    assert "def apply(self, grads, size):" in text
    assert "if p.requires_grad), grads):" in text
    before, after = text.split("        attack.apply(grads, 0.5)\n")
    assert before.endswith("        loss, grads = grad_fn(x, y)\n")
    assert after.lstrip().startswith("second, grads_2 = grad_fn_2(x, y)\n        attack.undo()\n")


def test_an_object_that_is_asked_sometimes_takes_the_sum_of_the_gradients() -> None:
    text = fixed(attacked(SOMETIMES), unsafe=True)
    assert "            attack.apply(total_grads, 0.5)\n" in text


def test_gradients_come_in_the_order_of_the_network_where_an_optimizer_has_groups() -> None:
    text = fixed(attacked(parameters="[{'params': model.parameters()}]"), unsafe=True)
    assert "attack.apply(grads_of(model.trainable_params(), optimizer, grads), 0.5)" in text


@pytest.mark.parametrize("change", ["p.grad = p.grad * theta", "p.grad *= theta"])
def test_a_function_gives_the_parameters_other_gradients(change: str) -> None:
    clip = CLIP.replace("p.grad[:] *= theta / norm", change)
    text = fixed(HEAD + clip + TRAIN.format("clip(model, 1)"), unsafe=True)
    assert change.replace("p.grad", "grad.data", 1).replace("p.grad", "grad") in text


@pytest.mark.parametrize(
    ("first", "after"),
    [
        ("", ""),
        (
            "params = [p for p in params if p.grad is not None]\n    ",
            "    params = list(params)\n",
        ),
        (
            "params = list(filter(lambda p: p.grad is not None, params))\n    ",
            "    params = list(params)\n",
        ),
    ],
)
def test_a_function_is_given_the_parameters(first: str, after: str) -> None:
    clip = f"def clip(params, c):\n    {first}for p in params:\n        p.grad.data.clamp_(-c, c)\n"
    text = fixed(HEAD + clip + TRAIN.format("clip(model.parameters(), 1)"), unsafe=True)
    assert f"def clip(params, grads, c):\n{after}    for p, grad in zip(params, grads):\n" in text
    assert "        clip(optimizer.parameters, grads, 1)\n        optimizer(grads)\n" in text


OF_ITS_OWN = """\
class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def clip(self{parameter}):
        parameters = [p for p in self.model.parameters() if p.grad is not None]
        norm = sum((p.grad ** 2).sum() for p in parameters)
        for p in parameters:
            p.grad.mul_(1 / norm)
        return norm

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = F.mse_loss(self.model(x), y)
        loss.backward()
        norm = self.clip({argument})
        self.optimizer.step()
        return norm
"""


@pytest.mark.parametrize(
    ("parameter", "argument", "call"),
    [("", "", "self.clip(grads)"), (", limit=2", "limit=3", "self.clip(grads, limit=3)")],
)
def test_a_method_takes_the_gradients_of_its_network(
    parameter: str, argument: str, call: str
) -> None:
    source = OF_ITS_OWN.format(parameter=parameter, argument=argument)
    text = fixed(HEAD + source, unsafe=True)
    assert f"    def clip(self, grads{parameter}):\n" in text
    assert "        parameters = list(self.model.trainable_params())\n" in text
    assert "        for p, grad in zip(parameters, grads):\n" in text
    assert f"        norm = {call}\n        self.optimizer(grads)\n" in text


def test_a_method_whose_network_is_another_by_then_stays_marked() -> None:
    source = OF_ITS_OWN.format(parameter="", argument="")
    source = source.replace(
        "        parameters = [", "        self.model = F\n        parameters = ["
    )
    assert "loss.backward()" in fixed(HEAD + source, unsafe=True)


def test_a_list_of_the_parameters_has_a_name() -> None:
    loop = """\
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
params = {}
for x, y in data:
    optimizer.zero_grad()
    F.mse_loss(model(x), y).backward()
    for p in params:
        p.grad[:] *= 0.5
    optimizer.step()
"""
    text = fixed(HEAD + loop.format("list(model.parameters())"), unsafe=True)
    assert "    for p, grad in zip(optimizer.parameters, grads):\n        grad[:] *= 0.5\n" in text
    grown = "list(model.parameters())\nparams.extend(other.parameters())"
    for other in ("list(model.parameters())[1:]", "[model.weight]", grown):
        assert ".backward()" in fixed(HEAD + loop.format(other), unsafe=True)


def test_the_gradients_for_an_optimizer_are_clipped_where_a_function_may_step_instead() -> None:
    source = """\
def train_epoch(net, data, updater):
    for x, y in data:
        loss = F.mse_loss(net(x), y)
        if isinstance(updater, torch.optim.Optimizer):
            updater.zero_grad()
            loss.backward()
            clip(net, 1)
            updater.step()
        else:
            loss.backward()
            clip(net, 1)
            updater(batch_size=1)
"""
    text = fixed(HEAD + CLIP + source, unsafe=True)
    assert "            clip(net, grads, 1)\n            updater(grads)\n" in text
    assert "            clip(net, 1)\n            updater(batch_size=1)\n" in text


def test_two_classes_have_a_method_of_one_name() -> None:
    other = (
        ATTACK.format(**PLAIN).replace("class Attack", "class Other").replace("named_", "named_")
    )
    both = attacked().replace("def train", other + "def train")
    text = fixed(both.replace("(model, size", "(model, size", 1), unsafe=True)
    assert text.count("def apply(self, grads, size):") == 2
    used = both.replace("    for x, y", "    more = Other(model)\n    for x, y").replace(
        "        attack.undo()", "        attack.undo()\n        more.undo()"
    )
    assert "attack.apply(grads, 0.5)" in fixed(used, unsafe=True)


K_STEPS = """\
class Attack:
    def __init__(self, model):
        self.model = model
        self.kept = {{}}
        self.own = {{}}

    def attack(self, is_first=False):
        for name, p in self.model.named_parameters():
            if is_first:
                self.kept[name] = p.data.clone()
            p.data.add_(0.1 * p.grad)

    def keep(self):
        for name, p in self.model.named_parameters():
            if p.grad is not None:
                self.own[name] = p.grad.clone()

    def give_back(self):
        for name, p in self.model.named_parameters():
            if p.grad is not None:
                p.grad = self.own[name]


def train(data):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    attack = Attack(model)
    for x, y in data:
        loss = F.mse_loss(model(x), y)
        loss.backward()
        attack.keep()
        for t in range(3):
            {first}
            if t != 2:
                {clear}
            else:
                attack.give_back()
            F.mse_loss(model(x), y).backward()
        {last}
        optimizer.step()
        optimizer.zero_grad()
"""
ALONG = {"first": "attack.attack(t == 0)", "clear": "optimizer.zero_grad()", "last": "pass"}


def test_several_attacks_on_one_step_take_the_sum_as_it_is_by_then() -> None:
    text = fixed(HEAD + K_STEPS.format(**ALONG), unsafe=True)
    assert ".grad" not in text.replace("ms.grad", "") and "backward" not in text
    assert "        attack.keep(total_grads)\n        for t in range(3):\n" in text
    assert "            attack.attack(total_grads, t == 0)\n" in text
    assert (
        "            if t != 2:\n                total_grads = None\n"
        "            else:\n                attack.give_back(total_grads)\n"
    ) in text
    assert "                grad.data = self.own[name]\n" in text


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"clear": "optimizer.zero_grad(); continue"}, id="rounds that leave none"),
        pytest.param(
            {"first": "optimizer.zero_grad()\n            attack.attack()"}, id="cleared before"
        ),
        pytest.param(
            {"last": "optimizer.zero_grad()\n        attack.attack()"}, id="cleared behind them"
        ),
    ],
)
def test_gradients_that_may_not_be_there_are_not_given(changed: dict[str, str]) -> None:
    after = fixed(HEAD + K_STEPS.format(**ALONG | changed), unsafe=True)
    assert "loss.backward()" in after and "attack(total_grads" not in after
