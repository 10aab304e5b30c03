"""A loss under a condition, of what a network gave in front of it.

That it trains as it did is shown by ``tests/scenarios/programs/loss_in_a_branch.py``.
"""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import fixed, moved

HEAD = """\
import torch
import torch.nn.functional as F

class Trainer:
    def __init__(self, net):
        self.net = net
        self.count = 0
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def step(self, x, y, train):
        self.optimizer.zero_grad()
"""
FORWARD = "out = self.net(x)\n"
BRANCH = """\
if train:
    loss = F.mse_loss(out, y)
    loss.backward()
    self.optimizer.step()
"""


def migrated(body: str) -> tuple[str, list[str]]:
    source = f"{HEAD}{indent(body, ' ' * 8)}        return out\n"
    text, left = moved(source)
    return text.partition("def step")[2], left


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(FORWARD + BRANCH.replace("train:", "out.mean() > 0:"), id="a test of it"),
        pytest.param(FORWARD + BRANCH.replace("train:", "self.ready():"), id="a call"),
        pytest.param(FORWARD + "train = not train\n" + BRANCH, id="the test changes"),
        pytest.param("self.count += 1\n" + FORWARD + "self.update()\n"
                     + BRANCH.replace("train:", "self.count > 2:"), id="it may change"),
        pytest.param("def tick():\n    nonlocal train\n    train = not train\n" + FORWARD
                     + "tick()\n" + BRANCH, id="nonlocal"),
        pytest.param(FORWARD + "seen.append(x)\n" + BRANCH.replace("train:", "len(seen) > 3:"), id="len"),
        pytest.param(FORWARD + "state.tick()\n" + BRANCH.replace("train:", "state.ready:"), id="state"),
        pytest.param(FORWARD + BRANCH + "elif y.sum() > 0:\n    log(out)\n", id="a third branch"),
        pytest.param(FORWARD + "log(1)\n" * 9 + BRANCH, id="too much between"),
        pytest.param(FORWARD + "if x is None:\n    return None\n" + BRANCH, id="leaves early"),
        pytest.param(FORWARD + "self.text = '''\n  a\n'''\n" + BRANCH, id="a text on lines"),
        pytest.param("for i in range(3):\n" + indent(FORWARD, "    ") + BRANCH, id="in a loop"),
        pytest.param(FORWARD + "log(1); log(2)\n" + BRANCH, id="one line"),
        pytest.param("if not x:\n    out = x\nelse:\n" + indent(FORWARD, "    ")
                     + BRANCH.replace("train:", "train and self.train():"), id="a call in the test"),
    ],
)  # fmt: skip
def test_leaves_alone(body: str) -> None:
    text, (message,) = migrated(body)
    assert ".backward()" in text
    assert "forward_fn" not in text
    assert "In the way" in message


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(
            "# the network\n" + FORWARD + "\n# both\nshow(out)\n# train\n" + BRANCH,
            """\
# train
if train:
    # the network
    def forward_fn():
        out = self.net(x)

        # both
        show(out)
        loss = ops.mse_loss(out, y)
        return loss, out

    grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters, has_aux=True)
    (loss, out), grads = grad_fn()
    self.optimizer(grads)
else:
    # the network
    out = self.net(x)

    # both
    show(out)
""",
            id="without another branch",
        ),
        pytest.param(
            FORWARD + BRANCH + "# not trained\nelse:\n    log(out)\n",
            """\
if train:
    def forward_fn():
        out = self.net(x)
        loss = ops.mse_loss(out, y)
        return loss, out

    grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters, has_aux=True)
    (loss, out), grads = grad_fn()
    self.optimizer(grads)
# not trained
else:
    out = self.net(x)
    log(out)
""",
            id="before another branch",
        ),
    ],
)
def test_the_forward_pass_goes_into_the_branches(body: str, expected: str) -> None:
    text, left = migrated(body)
    assert left == []
    body = text.partition(":\n")[2].partition("        return out\n")[0]
    assert body == indent(expected, " " * 8)


def test_a_loss_that_begins_as_a_number() -> None:
    text, left = migrated(
        FORWARD + "loss = 0\nif train:\n    loss += F.mse_loss(out, y)\n"
        "loss.backward()\nself.optimizer.step()\n"
    )
    assert left == []
    assert "loss.backward" not in text


def test_the_other_branch_computes_it_without_gradients() -> None:
    text = fixed(
        """
        import torch
        import torch.nn.functional as F


        def run(model, loader, optimizer, train):
            for x, y in loader:
                if train:
                    loss = F.mse_loss(model(x), y)
                else:
                    with torch.no_grad():
                        loss = F.mse_loss(model(x), y)
                if train:
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
                print(loss)
        """,
        unsafe=True,
    )
    assert (
        "        else:\n"
        "            loss = ops.mse_loss(model(x), y)\n"
        "            loss = ops.stop_gradient(loss)\n"
        "        return loss\n"
    ) in text
    assert "            loss, grads = grad_fn(x, y)\n            optimizer(grads)\n" in text
