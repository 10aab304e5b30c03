"""Parts of a network that a training loop uses in some steps only."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import findings

PROGRAM = """import torch
from torch import nn
import torch.nn.functional as F

model = Model(args)
optimizer = torch.optim.{optimizer}
for step, (x, y) in enumerate(loader):
    optimizer.zero_grad()
{forward}
    loss = F.mse_loss(h, y)
    loss.backward()
    optimizer.step()
"""
ADAM = "Adam(model.parameters())"


def told(forward: str, optimizer: str = ADAM) -> list[str]:
    found = findings(PROGRAM.format(optimizer=optimizer, forward=indent(forward, "    ")))
    return [
        f.message.en
        for f in found
        if f.code == "MP306" and f.fix is None and "some steps" in f.message.en
    ]


@pytest.mark.parametrize(
    ("forward", "optimizer"),
    [
        pytest.param("h = model(x)", ADAM, id="all of it"),
        pytest.param("h = model.head(model.body(x))", ADAM, id="its parts"),
        pytest.param(
            "h = model.body(x)\nif args.deep:\n    h = model.head(h)", ADAM, id="a setting"
        ),
        pytest.param(
            "h = model.body(x)\nif step % 2:\n    h = model.head(h)\nelse:\n    h = -model.head(h)",
            ADAM,
            id="either way",
        ),
        pytest.param(
            "h = model.body(x)\nif step % 2:\n    h = model.head(h)",
            "SGD(model.parameters(), lr=0.1)",
            id="nothing moves by itself",
        ),
        pytest.param(
            "h = x\nfor i in range(3):\n    h = model.blocks[i](h)", ADAM, id="one after the other"
        ),
        pytest.param("h = model(x)\nif step % 2:\n    h = h * 2", ADAM, id="no part"),
        pytest.param(
            "if step:\n    state = state.detach()\nh, state = model(x, state)",
            ADAM,
            id="what the step before left",
        ),
        pytest.param("h = model(x, x != 0)", ADAM, id="a mask"),
        pytest.param("h = model(x, step)", ADAM, id="a number"),
        pytest.param("h = model(x, args.deep and not args.flat)", ADAM, id="settings"),
    ],
)
def test_leaves_alone(forward: str, optimizer: str) -> None:
    assert told(forward, optimizer) == []


@pytest.mark.parametrize(
    ("forward", "part"),
    [
        pytest.param(
            "h = model.body(x)\nif step % 2:\n    h = model.head(h)",
            "use model.head,",
            id="a branch",
        ),
        pytest.param(
            "h = model.body(x)\nh = model.head(h) if step % 2 else h",
            "use model.head,",
            id="an expression",
        ),
        pytest.param("h = model.heads[step % 3](x)", "use model.heads[step % 3],", id="by number"),
        pytest.param(
            "h = model.body(x)\nif step < 9:\n    h = h.detach()\nh = model.head(h)",
            "gradients are cut in some steps only",
            id="cut",
        ),
        pytest.param(
            "h = x\nfor i in range(step):\n    if i % 2:\n        h = h.detach()\n    h = model(h)",
            "gradients are cut in some steps only",
            id="cut in a loop",
        ),
        pytest.param("h = model(x, step % 3 == 0)", "model is told", id="a flag"),
        pytest.param(
            "deep = step > 9\nh = model(x, deep=deep)", "model is told", id="a named flag"
        ),
        pytest.param("model.deep = step > 9\nh = model(x)", "model is told", id="an attribute"),
        pytest.param(
            "first = F.mse_loss(model(x), x)\nfirst.backward()\noptimizer.step()\n"
            "optimizer.zero_grad()\nh = model.head(x)",
            "use model.head,",
            id="two steps",
        ),
    ],
)
def test_is_marked(forward: str, part: str) -> None:
    (message,) = told(forward)
    assert part in message


def test_the_name_of_an_optimizer_that_is_made_anew_stands_for_another() -> None:
    """Two sections of a script, each with its own ``optimizer``; its parameters are not seen."""
    section = """
optimizer = torch.optim.Adam(chosen({net}), lr=0.1)
for x, y in loader:
    optimizer.zero_grad()
    loss = F.mse_loss({net}(x), y)
    loss.backward()
    optimizer.step()
"""
    head = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
    nets = "a = nn.Linear(2, 1)\nb = nn.Linear(2, 1)\n"
    apart = head + nets + section.format(net="a") + section.format(net="b")
    one = apart.replace("optimizer = torch.optim.Adam(chosen(b), lr=0.1)\n", "")
    for source, is_told in ((apart, False), (one, True)):
        messages = [finding.message.en for finding in findings(source)]
        assert any("only some steps use" in message for message in messages) == is_told


AGENT = """import torch
from torch import nn
import torch.nn.functional as F


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.drop = nn.Dropout(0.1)
        self.critic = nn.Linear(8, 1)
        self.extra = nn.Linear(8, 1)

    def hidden(self, x):
        return self.body(x).tanh()

    def value(self, x):
        return self.critic(self.hidden(x))

    def other(self, x):
        return self.critic(self.drop(torch.relu(self.body(x))))

    def both(self, x):
        h = self.hidden(x)
        return self.critic(h) + self.extra(h)

"""
TWO_LOOPS = (
    AGENT
    + """
agent = Agent()
optimizer = torch.optim.{optimizer}
for phase in range(2):
    for x, y in first:
        loss = F.mse_loss(agent.value(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    for i, (x, y) in enumerate(second):
        loss = F.mse_loss(agent.{method}(x), y) / 2
        {step}
"""
)
PLAIN = "optimizer.zero_grad()\n        loss.backward()\n        optimizer.step()"
ADDED = """loss.backward()
        if (i + 1) % 2 == 0:
            optimizer.step()
            optimizer.zero_grad()"""
TWO_METHODS = (
    AGENT
    + """
class Learner:
    def __init__(self):
        self.agent = {made}
        self.optimizer = torch.optim.{optimizer}
        self.late = torch.optim.Adam(self.agent.parameters())

    def first(self, x, y):
        loss = F.mse_loss(self.agent.value(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def second(self, x, y):
        {target}
        loss = F.mse_loss(self.agent.{method}(x), y)
        self.{used}.zero_grad()
        loss.backward()
        self.{used}.step()
"""
)
OF_AGENT = "Adam(agent.parameters())"
OF_SELF = "Adam(self.agent.parameters())"


def told_of(source: str) -> list[str]:
    return [f.message.en for f in findings(source) if "some steps" in f.message.en]


@pytest.mark.parametrize("step", [PLAIN, ADDED], ids=["plain", "added up"])
@pytest.mark.parametrize(
    ("method", "optimizer", "is_told"),
    [
        pytest.param("value", OF_AGENT, False, id="the same method"),
        pytest.param("other", OF_AGENT, False, id="the same layers"),
        pytest.param(
            "both", "SGD(agent.parameters(), lr=0.1)", False, id="nothing moves by itself"
        ),
        pytest.param("both", OF_AGENT, True, id="one layer more"),
    ],
)
def test_methods_of_a_network_count_by_their_layers(
    step: str, method: str, optimizer: str, is_told: bool
) -> None:
    source = TWO_LOOPS.format(step=step, method=method, optimizer=optimizer)
    messages = told_of(source)
    assert bool(messages) == is_told
    assert all("use agent.extra," in message for message in messages)


NO_TARGET = "pass"
TARGET = "with torch.no_grad():\n            y = self.agent.both(x)"


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"method": "other"}, id="the same layers"),
        pytest.param({"optimizer": "SGD(self.agent.parameters(), lr=0.1)"}, id="plain"),
        pytest.param({"used": "late"}, id="another optimizer"),
        pytest.param({"method": "value", "target": TARGET}, id="without gradients"),
        pytest.param({"made": "make_agent()"}, id="a class that is not seen"),
    ],
)
def test_leaves_methods_alone(changed: dict[str, str]) -> None:
    given = {"made": "Agent()", "optimizer": OF_SELF, "method": "both", "used": "optimizer"}
    assert told_of(TWO_METHODS.format(**{"target": NO_TARGET, **given, **changed})) == []


def test_steps_of_two_methods_are_both_marked() -> None:
    """A fix of the one would hide from the next run what the other one steps with."""
    source = TWO_METHODS.format(
        made="Agent()", optimizer=OF_SELF, method="both", used="optimizer", target=NO_TARGET
    )
    messages = told_of(source)
    assert len(messages) == 2
    assert all("use self.agent.extra," in message for message in messages)
