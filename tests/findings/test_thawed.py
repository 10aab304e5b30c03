"""Parameters that are trained again behind the optimizer: MindSpore's would be made without them.

That the helpers' optimizers do as torch's is shown by the examples of ``knowledge/torch.optim.yaml``
and by ``test_frozen_backbone.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Target

from .conftest import findings, fixed

HEADER = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        return self.head(self.body(x))

    def freeze_body(self):
        for p in self.body.parameters():
            p.requires_grad = False

    def unfreeze_body(self):
        for p in self.body.parameters():
            p.requires_grad = True

model, teacher = Net(), Net()
"""
OPTIMIZER = "optimizer = torch.optim.NAdam(model.parameters(), lr=0.01)\n"
ADAM = OPTIMIZER.replace("NAdam", "Adam")
FREEZE = "model.freeze_body()\n"
UNFREEZE = "model.unfreeze_body()\n"
LOOP = "for p in model.body.parameters():\n    p.requires_grad = FLAG\n"


def told(body: str) -> list[int]:
    """The lines of ``body`` with such a finding."""
    first = HEADER.count("\n")
    source = HEADER + body
    found = [f for f in findings(source) if "is not among its parameters" in f.message.en]
    return [source[: f.span.start].count("\n") + 1 - first for f in found]


@pytest.mark.parametrize(
    "body",
    [
        FREEZE + OPTIMIZER + "fit(model, optimizer)\n",
        FREEZE + UNFREEZE + OPTIMIZER,
        FREEZE + OPTIMIZER + "fit(model, optimizer)\n" + UNFREEZE + OPTIMIZER,
        FREEZE
        + OPTIMIZER
        + UNFREEZE
        + "optimizer.add_param_group({'params': model.body.parameters()})\n",
        OPTIMIZER + "for x in data:\n    model.freeze_body()\n    model.unfreeze_body()\n",
        "teacher.freeze_body()\n" + OPTIMIZER + "x = torch.ones(3)\nx.requires_grad_()\n",
        "teacher.requires_grad_(False)\n" + OPTIMIZER + LOOP.replace("FLAG", "True"),
    ],
    ids=["never", "before", "made anew", "added", "in turns", "a tensor", "another network"],
)
def test_leaves_alone(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (FREEZE + OPTIMIZER + "fit(model, optimizer)\n" + UNFREEZE, 4),
        (FREEZE + OPTIMIZER + "for epoch in range(9):\n    if epoch == 3:\n        " + UNFREEZE, 5),
        (LOOP.replace("FLAG", "False") + OPTIMIZER + LOOP.replace("FLAG", "True"), 4),
        ("model.body.requires_grad_(False)\n" + OPTIMIZER + "model.body.requires_grad_(True)\n", 3),
        (OPTIMIZER + "network.unfreeze_backbone()\n", 2),
    ],
    ids=["a method", "in a loop", "inline", "of a module", "a network of another file"],
)
def test_what_is_trained_again_is_told(body: str, line: int) -> None:
    assert told(body) == [line]


@pytest.mark.parametrize(
    "body",
    [
        FREEZE + ADAM + "fit(model, optimizer)\n",
        FREEZE + UNFREEZE + ADAM,
        "teacher.requires_grad_(False)\n" + ADAM + LOOP.replace("FLAG", "True"),
        ADAM + "teacher.requires_grad_(False)\nfit(model, teacher, optimizer)\n",
        ADAM + "fit(model, optimizer)\nmodel.requires_grad_(False)\n",
        ADAM + "for x in data:\n    model.freeze_body()\n    model.unfreeze_body()\n",
    ],
    ids=["never", "before", "another network", "a teacher", "when all is over", "in turns"],
)
def test_an_optimizer_of_what_is_trained(body: str) -> None:
    assert "(model.trainable_params(), lr=0.01" in fixed(HEADER + body)


@pytest.mark.parametrize(
    "body",
    [
        FREEZE + ADAM + "fit(model, optimizer)\n" + UNFREEZE + "fit(model, optimizer)\n",
        FREEZE + ADAM + "for epoch in range(9):\n    if epoch == 3:\n        " + UNFREEZE,
        LOOP.replace("FLAG", "False") + ADAM + LOOP.replace("FLAG", "True"),
        "model.body.requires_grad_(False)\n" + ADAM + "model.body.requires_grad_(True)\n",
        ADAM + "network.unfreeze_backbone()\n",
        ADAM + FREEZE + "fit(model, optimizer)\n",
        ADAM
        + "for epoch in range(9):\n    if epoch == 3:\n        "
        + FREEZE
        + "    fit(optimizer)\n",
    ],
    ids=["a method", "in a loop", "inline", "of a module", "of another file", "frozen", "later"],
)
def test_an_optimizer_that_goes_on_with_what_is_trained(body: str) -> None:
    source = HEADER + body
    assert told(body) == []
    text = fixed(source)
    assert "optimizer = Adam(all_parameters(model), lr=0.01)" in text
    assert "if one.requires_grad else None" in text


@pytest.mark.parametrize("kind", ["Adadelta", "Adagrad", "AdamW", "RMSprop", "SGD"])
def test_optimizers_that_go_on(kind: str) -> None:
    text = fixed(HEADER + FREEZE + ADAM.replace("Adam", kind) + UNFREEZE)
    assert f"optimizer = {kind}(all_parameters(model), lr=0.01)" in text


def test_a_rate_that_decays_with_all_steps_is_told() -> None:
    made = ADAM.replace("Adam", "Adagrad").replace(")\n", ", lr_decay=0.1)\n")
    assert told(FREEZE + made + UNFREEZE) == [3]


def test_groups_hold_what_is_frozen() -> None:
    groups = "[{'params': model.body.parameters(), 'lr': 0.1}, {'params': model.head.parameters()}]"
    text = fixed(HEADER + FREEZE + ADAM.replace("model.parameters()", groups) + UNFREEZE)
    assert "{'params': all_parameters(model.body), 'lr': 0.1}" in text


@pytest.mark.parametrize(
    ("freeze", "train"),
    [
        ("self.net.freeze_body()", "self.net.unfreeze_body()"),
        ("self.net.body.requires_grad_(False)", "self.net.body.requires_grad_(True)"),
    ],
    ids=["methods", "of a module"],
)
def test_a_trainer_that_trains_all_of_it_later(freeze: str, train: str) -> None:
    trainer = (
        "class Trainer:\n    def __init__(self, net):\n        self.net = net\n"
        f"        {freeze}\n"
        "        self.optimizer = torch.optim.Adam(self.net.parameters())\n\n"
        f"    def begin(self, epoch):\n        if epoch == 3:\n            {train}\n"
    )
    assert "self.optimizer = Adam(all_parameters(self.net))" in fixed(HEADER + trainer)


@pytest.mark.parametrize(
    ("mode", "clip", "count"),
    [
        ("GRAPH", "nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n", 1),
        ("GRAPH", "", 0),
        ("PYNATIVE", "nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n", 0),
    ],
)
def test_a_clip_that_counts_what_is_frozen(
    mode: Literal["GRAPH", "PYNATIVE"], clip: str, count: int
) -> None:
    source = HEADER + FREEZE + ADAM + clip + UNFREEZE
    found = findings(source, Config(target=Target(mode=mode)))
    assert len([f for f in found if "clipping counts them" in f.message.en]) == count


def test_words_of_a_helper_are_not_the_files_own() -> None:
    """``all_parameters`` names running statistics; the file does not look for them."""
    source = HEADER + FREEZE + ADAM + UNFREEZE + "state = model.state_dict()\n"
    text = fixed(source)
    assert "running_mean" in text
    assert not [f for f in findings(text) if f.code == "MP220"]
    assert [f for f in findings(source + "state['running_mean']\n") if f.code == "MP220"]


PARTS = "weights, biases = [], []\nfor m in model.children():\n    weights.append(m.weight)\n"


def test_lists_of_parameters_hold_what_is_frozen() -> None:
    made = PARTS + "optimizer = torch.optim.SGD(weights, lr=0.1, momentum=0.9)\n"
    text = fixed(HEADER + FREEZE + made + UNFREEZE)
    assert "optimizer = SGD(weights, lr=0.1, momentum=0.9)" in text
    assert "if one.requires_grad else None" in text


def test_a_function_that_makes_the_optimizer() -> None:
    function = "def make(net):\n    return torch.optim.Adam(net.parameters(), lr=0.1)\n\n\n"
    source = HEADER + function + FREEZE + "optimizer = make(model)\n"
    assert "Adam(all_parameters(net), lr=0.1)" in fixed(source + UNFREEZE)
    assert "net.trainable_params()" in fixed(source)


def test_an_optimizer_of_another_file_is_told() -> None:
    made = "optimizer = build_optimizer(model)\n"
    assert told(FREEZE + made + UNFREEZE) == [3]
    assert told(FREEZE + made) == []


NET = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.head = nn.Linear(3, 2)
{made}

    def forward(self, x):
        return self.head(self.body(x))

    def train_body(self, on=False):
        for p in self.body.parameters():
            p.requires_grad = on


def train_all(network):
    for p in network.parameters():
        p.requires_grad = True


def build():
    network = Net()
    network.body.requires_grad_(False)
    return network


"""
LOOPED = "for step in range(9):\n    if step == 4:\n        {}\n"
MADE = "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
IN_CONSTRUCTOR = "        for p in self.body.parameters():\n            p.requires_grad = False"
BY_METHOD = "        self.train_body()"


@pytest.mark.parametrize(
    ("made", "body"),
    [
        ("", f"net = Net()\n{MADE}{LOOPED.format('train_all(net)')}"),
        ("", f"net, other = Net(), build()\n{MADE}{LOOPED.format('train_all(net)')}"),
        (IN_CONSTRUCTOR, f"net = Net()\ntrain_all(net)\n{MADE}"),
        (IN_CONSTRUCTOR, f"net, old = nn.Linear(3, 3), Net()\n{MADE}train_all(net)\n"),
        (BY_METHOD, f"net = Net()\n{MADE}net.train_body(False)\n".replace("Net()", "nn.ReLU()")),
    ],
    ids=["all trained", "another", "in front", "made elsewhere", "frozen again"],
)
def test_a_network_that_nothing_had_frozen_is_left_alone(made: str, body: str) -> None:
    assert "net.trainable_params(), lr=0.1" in fixed(NET.format(made=made) + body)


@pytest.mark.parametrize(
    ("made", "body"),
    [
        (IN_CONSTRUCTOR, f"net = Net()\n{MADE}{LOOPED.format('train_all(net)')}"),
        (IN_CONSTRUCTOR, f"net = Net()\n{MADE}{LOOPED.format('net.train_body(True)')}"),
        (BY_METHOD, f"net = Net()\n{MADE}{LOOPED.format('net.train_body(on=True)')}"),
        (BY_METHOD, f"net = Net()\n{MADE}{LOOPED.format('net.train_body(step > 3)')}"),
        ("", f"net = build()\n{MADE}{LOOPED.format('net.body.requires_grad_(True)')}"),
        (
            "",
            "def fit(network, opt):\n    train_all(network)\n\n\n"
            f"net = Net()\nnet.train_body(False)\n{MADE}fit(net, opt)\n",
        ),
        (
            "",
            f"def fit(net):\n    {MADE}    train_all(net)\n\n\n"
            "network = build()\nnetwork.train_body(False)\nfit(network)\n",
        ),
        (
            IN_CONSTRUCTOR,
            "class Trainer:\n    def __init__(self, net):\n        self.net = net\n"
            "        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)\n\n"
            "    def fit(self):\n        train_all(self.net)\n",
        ),
        (
            BY_METHOD,
            f"net = Net()\n{MADE}for step in range(9):\n    for name, p in net.named_parameters():\n"
            "        if step > 4 and 'body' in name:\n            p.requires_grad = True\n",
        ),
    ],
    ids=[
        "by a function", "by its method", "by its method twice", "by a condition", "built",
        "in a function", "an optimizer in a function", "in a class", "some of a loop",
    ],
)  # fmt: skip
def test_what_was_frozen_elsewhere_goes_on(made: str, body: str) -> None:
    text = fixed(NET.format(made=made) + body)
    assert "class SGD(optim.SGD):\n" in text
    assert "= SGD(all_parameters(" in text


def test_what_another_file_freezes_goes_on(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(NET.format(made=BY_METHOD))
    train = "import torch\nfrom model import Net\nnet = Net()\n" + MADE
    path = tmp_path / "train.py"
    for call, helper in (("net.train_body(True)", True), ("net.eval()", False)):
        path.write_text(train + LOOPED.format(call))
        assert ("class SGD(optim.SGD):\n" in _migrated(path)) is helper


def test_a_function_of_another_file_that_freezes_what_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(
        "def prepare(model):\n    for p in model.body.parameters():\n        p.requires_grad = False\n\n\n"
        "def look(model):\n    return [p.requires_grad for p in model.parameters()]\n"
    )
    path = tmp_path / "train.py"
    for call, helper in (("prepare", True), ("look", False)):
        made = f"from tools import prepare, look\nnet = Net()\n{call}(net)\n{MADE}"
        path.write_text(f"{NET.format(made='')}{made}{LOOPED.format('net.requires_grad_(True)')}")
        assert ("class SGD(optim.SGD):\n" in _migrated(path)) is helper


def _migrated(path: Path) -> str:
    document = Document(str(path), path.read_text())
    return fix_document(document, Config(), Workspace((path.parent,)), unsafe=False).document.text


def test_networks_that_take_turns_under_conditions_are_left_alone() -> None:
    source = """
import torch
from helpers import build, set_requires_gradient_sync


class Gan:
    def __init__(self, options):
        self.identity = build("identity")
        self.critic = build("critic")
        self.begin()

    def begin(self):
        for p in self.identity.parameters():
            p.requires_grad = False
        self.set_up()

    def set_up(self):
        self.optimizer = torch.optim.NAdam(self.critic.parameters(), lr=0.1)

    def step(self, x, both):
        if both:
            for p in self.critic.parameters():
                p.requires_grad = False
        set_requires_gradient_sync(self.critic, True)
        if both:
            for p in self.critic.parameters():
                p.requires_grad = True
"""
    assert not [f for f in findings(source) if "is not among its parameters" in f.message.en]


FORMS = [
    "for m in model.modules():\n    if isinstance(m, nn.Linear):\n"
    "        for p in m.parameters():\n            p.requires_grad = False\n",
    "for child in list(model.children())[:1]:\n    for p in child.parameters():\n"
    "        p.requires_grad = False\n",
    "for p in model.body.parameters():\n    setattr(p, 'requires_grad', False)\n",
    "[p.requires_grad_(False) for p in model.body.parameters()]\n",
    "list(map(lambda p: p.requires_grad_(False), model.parameters()))\n",
    "model.apply(lambda m: m.requires_grad_(False))\n",
    "model.get_parameter('body.weight').requires_grad = False\n",
    "params = dict(model.named_parameters())\nparams['body.weight'].requires_grad = False\n",
    "next(model.parameters()).requires_grad = False\n",
    "def stop(params, on):\n    for p in params:\n        p.requires_grad_(on)\n\n\n"
    "stop([model.body.weight, model.body.bias], False)\n",
    "def stop(m):\n    if isinstance(m, nn.Linear):\n        for p in m.parameters():\n"
    "            p.requires_grad = False\n\n\nmodel.apply(stop)\n",
    "for p, on in zip(model.parameters(), [True, False]):\n    p.requires_grad = on\n",
]


@pytest.mark.parametrize("form", FORMS)
def test_what_is_frozen_in_whatever_form_stays_as_it_is(form: str) -> None:
    text = fixed(f"{HEADER}{ADAM}fit(model)\n{form}fit(model, optimizer)\n")
    assert "optimizer = Adam(all_parameters(model), lr=0.01)" in text


@pytest.mark.parametrize("form", FORMS)
def test_another_network_is_frozen_in_whatever_form(form: str) -> None:
    form = form.replace("model", "teacher")
    text = fixed(f"{HEADER}{ADAM}fit(model)\n{form}fit(model, optimizer)\n")
    assert "optimizer = optim.AdamW(model.trainable_params(), lr=0.01" in text


def test_a_listed_parameter_that_is_frozen_is_left_alone() -> None:
    source = (
        HEADER + "model.scale = nn.Parameter(torch.ones(1))\nmodel.scale.requires_grad = False\n"
    )
    groups = "list(model.head.parameters()) + [model.scale]"
    text = fixed(f"{source}optimizer = torch.optim.SGD({groups}, lr=0.1, weight_decay=0.1)\n")
    assert "class SGD(optim.SGD):\n" in text
