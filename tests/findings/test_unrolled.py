"""Optimizers of a list that step one after the other in a loop.

That they train as in torch is shown by ``tests/scenarios/programs/optimizers_in_a_list.py``.
"""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = """\
import torch
from torch import nn
import torch.nn.functional as F
a, b = nn.Linear(3, 2), nn.Linear(3, 2)
"""
LISTED = """\
optimizers = [torch.optim.SGD(a.parameters(), lr=0.1), torch.optim.Adam(b.parameters())]
"""
NAMED = """\
first = torch.optim.SGD(a.parameters(), lr=0.1)
second = torch.optim.Adam(b.parameters())
optimizers = [first, second]
"""
LOOP = """\
for x in data:
    for opt in optimizers:
        opt.zero_grad()
    loss = F.softplus(a(x) - b(x)).mean()
    loss.backward()
    for opt in optimizers:
        {}
"""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(LOOP.format("opt.step()"), id="a list that is not seen"),
        pytest.param(
            LISTED + "optimizers.append(third)\n" + LOOP.format("opt.step()"),
            id="a list that grows",
        ),
        pytest.param(LISTED + "change(optimizers)\n" + LOOP.format("opt.step()"), id="handed on"),
        pytest.param(
            LISTED + "optimizers[0] = third\n" + LOOP.format("opt.step()"), id="another item"
        ),
        pytest.param(
            LISTED + "if more:\n    optimizers = []\n" + LOOP.format("opt.step()"), id="two lists"
        ),
        pytest.param(
            LISTED + LOOP.format("# each of them\n        opt.step()"),
            id="a comment between the steps",
        ),
        pytest.param(
            LISTED + LOOP.format("if ready:\n            opt.step()"), id="steps under a condition"
        ),
        pytest.param(
            LISTED + LOOP.format("opt.step()") + "    log(opt)\n", id="the variable is read behind"
        ),
        pytest.param(
            LISTED.replace("]", ", *more]") + LOOP.format("opt.step()"),
            id="items that are not seen",
        ),
    ],
)
def test_stays_marked(source: str) -> None:
    text = fixed(HEAD + source, unsafe=True)
    assert "loss.backward()" in text
    assert any(f.code == "MP306" and f.severity == "error" for f in findings(HEAD + source))


@pytest.mark.parametrize(
    ("made", "one", "other"),
    [(LISTED, "optimizers[0]", "optimizers[1]"), (NAMED, "first", "second")],
)
def test_each_takes_its_share_of_the_gradients(made: str, one: str, other: str) -> None:
    text = fixed(HEAD + made + LOOP.format("opt.step()"), unsafe=True)
    assert f"value_and_grad(forward_fn, None, {one}.parameters + {other}.parameters)" in text
    assert (
        "    loss, grads = grad_fn(x)\n"
        f"    {one}(grads[:len({one}.parameters)])\n"
        f"    {other}(grads[len({one}.parameters):])\n"
    ) in text


def test_what_is_zipped_with_them_goes_along() -> None:
    source = NAMED + "schedulers = [make(opt) for opt in optimizers]\n" + LOOP.format("opt.step()")
    source = source.replace(
        "    for opt in optimizers:\n        opt.step()",
        "    for opt, schedule in zip(optimizers, schedulers):\n"
        "        opt.step()\n        schedule.step(x)",
    )
    text = fixed(HEAD + source, unsafe=True)
    assert (
        "    first(grads[:len(first.parameters)])\n    schedulers[0].step(x)\n"
        "    second(grads[len(first.parameters):])\n    schedulers[1].step(x)\n"
    ) in text


def test_those_that_an_object_holds() -> None:
    source = """\
class Trainer:
    def __init__(self, a, b):
        self.a, self.b = a, b
        self.opts = [
            torch.optim.SGD(self.a.parameters(), lr=0.1),
            torch.optim.SGD(self.b.parameters(), lr=1),
        ]

    def step(self, x):
        loss = F.softplus(self.a(x) - self.b(x)).mean()
        for opt in self.opts:
            opt.zero_grad()
        loss.backward()
        for opt in self.opts:
            opt.step()
"""
    text = fixed(HEAD + source, unsafe=True)
    assert "        self.opts[1](grads[len(self.opts[0].parameters):])\n" in text


ADDED = """\
first = torch.optim.SGD(a.parameters(), lr=0.1)
second = torch.optim.Adam(b.parameters())
{before}for i, x in enumerate(data):
    loss = F.softplus(a(x) - b(x)).mean()
    loss.backward()
    if i % 2:
        {steps}
"""
CLEARED = "first.zero_grad()\nsecond.zero_grad()\n"
BOTH = "first.step()\n        second.step()\n        first.zero_grad()\n        second.zero_grad()"


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param(BOTH.replace("\n        second.zero_grad()", ""), id="one is not cleared"),
        pytest.param(
            BOTH.replace("        second.step()", "        if i % 4:\n            second.step()"),
            id="one steps less often",
        ),
        pytest.param(
            "nn.utils.clip_grad_norm_(a.parameters(), 1)\n        " + BOTH, id="one is clipped"
        ),
        pytest.param(
            BOTH.replace("second.zero_grad()", "first.zero_grad()"), id="one is cleared twice"
        ),
    ],
)
def test_gradients_that_add_up_unevenly_stay_marked(steps: str) -> None:
    text = fixed(HEAD + ADDED.format(before=CLEARED, steps=steps), unsafe=True)
    assert "loss.backward()" in text


def test_gradients_that_add_up_for_two_optimizers_are_shared() -> None:
    text = fixed(HEAD + ADDED.format(before=CLEARED, steps=BOTH), unsafe=True)
    assert text.endswith(
        "        first(total_grads[:len(first.parameters)])\n"
        "        second(total_grads[len(first.parameters):])\n"
        "        total_grads = None\n"
    )
    assert text.count("total_grads = None") == 2
