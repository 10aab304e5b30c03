"""What stands in the ``else`` of a branch that leaves the round goes behind it."""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import fixed

HEAD = "import torch\nfrom torch import nn\n\nnet = nn.Linear(2, 2)\n"
LOOP = """optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for i, x in enumerate(loader):
    if i == 0:
        with torch.no_grad():
            y = net(x)
            continue
    else:
        y = net(x)  # with gradients

    loss = y.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("            continue\n", "            print(y)\n", id="it stays"),
        pytest.param(
            "            continue\n", "            if y.sum() > 0:\n                continue\n", id="sometimes"
        ),
        pytest.param("    else:\n", "    elif i > 1:\n", id="another test"),
        pytest.param("    else:\n", "    else:  # trains\n", id="a comment beside it"),
    ],
)  # fmt: skip
def test_is_left_alone(before: str, after: str) -> None:
    assert before in LOOP
    text = fixed(HEAD + LOOP.replace(before, after), unsafe=True)
    assert "else:" in text or "elif" in text


@pytest.mark.parametrize("depth", [0, 4])
def test_goes_behind_the_branch(depth: int) -> None:
    body = LOOP if not depth else "def train(net, loader):\n" + indent(LOOP, " " * depth)
    text = fixed(HEAD + body, unsafe=True)
    assert "else" not in text and "continue" in text
    assert "optimizer(grads)" in text
    assert "y = net(x)  # with gradients" in text
