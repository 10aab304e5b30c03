"""A backward call under a condition, behind a forward pass that runs in any case.

That it trains as it did is shown by ``tests/scenarios/programs/guarded_backward.py``.
"""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import moved

HEAD = """\
import torch
import torch.nn.functional as F

class Trainer:
    def __init__(self, net):
        self.net = net
        self.count = 0
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def compute(self, x, y):
        self.count += 1
        return F.mse_loss(self.net(x), y)

    def step(self, x, y, train, scale):
        self.optimizer.zero_grad()
"""
STEP = "loss.backward()\nself.optimizer.step()\n"
LOSS = "out = self.net(x)\nloss = F.mse_loss(out, y)\n"


def migrated(body: str) -> tuple[str, list[str]]:
    source = f"{HEAD}{indent(body, ' ' * 8)}        return loss.item()\n"
    return moved(source)


def under(condition: str, step: str = STEP) -> str:
    return f"{condition}\n{indent(step, '    ')}"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(under("if train:", LOSS) + "log(1)\n" + under("if train:"), id="no loss"),
        pytest.param("loss = None\n" + under("if train:", "loss = F.mse_loss(self.net(x), y)\n")
                     + under("if loss is not None:"), id="a loss that may be None"),
        pytest.param("n = 0\n" + LOSS + "n += len(x)\n"
                     + under("if n > 0:", STEP.replace("loss.", "(loss / n).")), id="divided"),
        pytest.param(LOSS + under("if train:", STEP.replace("loss.", "(loss / scale).")), id="by 0"),
        pytest.param(LOSS + "try:\n" + indent(STEP, "    ") + "except OSError:\n    pass\n", id="try"),
        pytest.param(LOSS + under("for i in range(2):"), id="a loop"),
        pytest.param(LOSS + under("while ready():"), id="while"),
        pytest.param(LOSS + "log(out)\n" + under("if loss.requires_grad:"), id="asks for gradients"),
        pytest.param(LOSS + under("if (n := self.ready()) and hasattr(loss, 'grad_fn'):"), id="has"),
    ],
)  # fmt: skip
def test_leaves_alone(body: str) -> None:
    text, (message,) = migrated(body)
    assert ".backward()" in text
    assert "In the way" in message


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(
            LOSS + under("if train:"),
            """\
if train:
    grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
    loss, grads = grad_fn()
    self.optimizer(grads)
else:
    loss = forward_fn()
""",
            id="nothing between",
        ),
        pytest.param(
            LOSS + "self.log(out)\n" + under("if train:"),
            """\
if train:
    grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters, has_aux=True)
    (loss, out), grads = grad_fn()
else:
    (loss, out), grads = forward_fn(), None
self.log(out)
if train:
    self.optimizer(grads)
""",
            id="something between",
        ),
        pytest.param(
            LOSS + under("if train:", "self.count += 1\n" + STEP),
            """\
if train:
    grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
    loss, grads = grad_fn()
else:
    loss, grads = forward_fn(), None
if train:
    self.count += 1
    self.optimizer(grads)
""",
            id="something ahead",
        ),
        pytest.param(
            LOSS + "log(1)\nif not train:\n    log(2)\nelif scale:\n" + indent(STEP, "    "),
            """\
if not train:
    loss, grads = forward_fn(), None
else:
    grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
    loss, grads = grad_fn()
log(1)
if not train:
    log(2)
elif scale:
    self.optimizer(grads)
""",
            id="in the other branch",
        ),
        pytest.param(
            LOSS + under("if (train and\n        scale):", "print(2)\n" + STEP),
            """\
if (train and
        scale):
    grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
    loss, grads = grad_fn()
else:
    loss, grads = forward_fn(), None
if (train and
        scale):
    print(2)
    self.optimizer(grads)
""",
            id="a test on two lines",
        ),
        pytest.param(
            LOSS + "log(1)\n" + under("if torch.isfinite(loss) and loss.item() < 9:"),
            """\
grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
loss, grads = grad_fn()
log(1)
if mint.isfinite(loss) and loss.item() < 9:
    self.optimizer(grads)
""",
            id="a test of the loss",
        ),
        pytest.param(
            LOSS + "log(1)\n" + under("if ~(torch.isnan(loss) | torch.isinf(loss)).any():"),
            """\
grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
loss, grads = grad_fn()
log(1)
if ~(ops.isnan(loss) | mint.isinf(loss)).any():
    self.optimizer(grads)
""",
            id="a test of the loss in tensors",
        ),
        pytest.param(
            "loss = self.compute(x, y)\n" + under("if self.count % 2:"),
            """\
grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
loss, grads = grad_fn()
if self.count % 2:
    self.optimizer(grads)
""",
            id="a test of what the loss changes",
        ),
        pytest.param(
            LOSS + "log(1)\n" + under("if self.ready():"),
            """\
grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
loss, grads = grad_fn()
log(1)
if self.ready():
    self.optimizer(grads)
""",
            id="a call, made once",
        ),
        pytest.param(
            LOSS + "with mode(x) as flag:\n" + indent(under("if flag:"), "    "),
            """\
grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
loss, grads = grad_fn()
with mode(x) as flag:
    if flag:
        self.optimizer(grads)
""",
            id="a test of what a block gives",
        ),
        pytest.param(
            LOSS + "memory.append(x)\n" + under("if len(memory) > 10:"),
            """\
grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
loss, grads = grad_fn()
memory.append(x)
if len(memory) > 10:
    self.optimizer(grads)
""",
            id="a test of what is added to",
        ),
        pytest.param(
            LOSS + "collect(memory, x)\n" + under("if memory:"),
            """\
grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
loss, grads = grad_fn()
collect(memory, x)
if memory:
    self.optimizer(grads)
""",
            id="a test of what is given to a function",
        ),
        pytest.param(
            "loss = self.criterion(self.net, x, y)\n" + under("if self.mode.train:"),
            """\
if self.mode.train:
    grad_fn = ms.value_and_grad(forward_fn, None, self.optimizer.parameters)
    loss, grads = grad_fn()
else:
    loss, grads = forward_fn(), None
if self.mode.train:
    self.optimizer(grads)
""",
            id="a method that is not seen might change it",
        ),
    ],
)
def test_computes_gradients_where_there_will_be_a_step(body: str, expected: str) -> None:
    text, left = migrated(body)
    assert left == []
    tail = (
        text.partition("return loss")[2].partition("\n")[2].partition("        return loss.item")[0]
    )
    assert tail.lstrip("\n") == indent(expected, " " * 8)


def test_sections() -> None:
    text, left = migrated(
        LOSS + "with timed('backward'):\n    loss.backward()\n"
        "with timed('step'):\n    self.optimizer.step()\n"
    )
    assert left == []
    assert text.index("= grad_fn()") < text.index("timed('backward')")
    assert "timed('step'):\n            self.optimizer(grads)" in text
