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
