"""Steps without an optimizer. That they train as in torch is shown by ``tests/scenarios``."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from mindport.config import Config
from mindport.target import Target

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
NETWORK = HEAD + "def train(model, loader, lr):\n    for x, y in loader:\n"
TENSOR = HEAD + "w = torch.ones(3, requires_grad=True)\nfor x, y in data:\n"
LOSS = "loss = F.mse_loss(model(x), y)\nloss.backward()\n"
LINEAR = "loss = F.mse_loss(x @ w, y)\nloss.backward()\n"
STEP = "with torch.no_grad():\n    for p in model.parameters():\n        p -= lr * p.grad\n"


def program(head: str, body: str, depth: int) -> str:
    return head + indent(dedent(body), " " * 4 * depth)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        pytest.param(NETWORK, LOSS + STEP, id="gradients that are never cleared"),
        pytest.param(
            NETWORK,
            LOSS + "if x is None:\n    model.zero_grad()\n" + STEP,
            id="or only sometimes",
        ),
        pytest.param(
            NETWORK,
            "model.zero_grad()\n" + LOSS + "if y is None:\n" + indent(STEP, "    "),
            id="a step that is not always taken",
        ),
        pytest.param(
            NETWORK,
            "model.zero_grad()\n" + LOSS + STEP + STEP,
            id="two steps with the same gradients",
        ),
        pytest.param(
            NETWORK,
            LOSS + "for p in model.parameters():\n"
            "    p.grad.zero_()\n    p.data.sub_(lr * p.grad)\n",
            id="gradients that are cleared first",
        ),
        pytest.param(
            NETWORK,
            LOSS + "for p in model.parameters():\n    if p.dim() > 1:\n        continue\n"
            "    p.data.sub_(lr * p.grad)\n    p.grad.zero_()\n",
            id="gradients of some that stay",
        ),
        pytest.param(TENSOR, LINEAR + "w.data -= 0.1 * w.grad\n", id="a tensor's gradient stays"),
        pytest.param(
            TENSOR,
            LINEAR + "w.data -= 0.1 * w.grad\nw.grad.zero_()\nprint(w.grad)\n",
            id="a cleared gradient that is read",
        ),
        pytest.param(
            TENSOR,
            LINEAR + "if y is None:\n    continue\nw.data -= 0.1 * w.grad\nw.grad.zero_()\n",
            id="a round that is left before the step",
        ),
        pytest.param(
            TENSOR,
            LINEAR + "print(w.grad)\nw.data -= model.grad\nw.grad.zero_()\n",
            id="the gradient of something else",
        ),
    ],
)
def test_leaves_marked(head: str, body: str) -> None:
    source = program(head, body, 2 if head == NETWORK else 1)
    after = fixed(source)
    assert "value_and_grad" not in after and "backward()" in after
    told = [f for f in findings(source) if f.code == "MP306" and "backward" in f.symbol]
    assert [f.severity for f in told] == ["error"]


PARAMETERS = "model.trainable_params(), grads"


@pytest.mark.parametrize(
    ("loop", "after"),
    [
        (
            "for p in model.parameters():\n    p.data.sub_(lr * p.grad.data)\n",
            f"for p, grad in zip({PARAMETERS}):\n    p.data.copy_(p.data.sub(lr * grad))\n",
        ),
        (
            "for p in model.parameters():\n    if p.grad is None:\n        continue\n"
            "    p.data = p.data - lr * p.grad\n",
            f"for p, grad in zip({PARAMETERS}):\n    if grad is None:\n        continue\n"
            "    p.data.copy_(p.data - lr * grad)\n",
        ),
        (
            "for i, p in enumerate(model.parameters()):\n    p.data -= lr * p.grad\n",
            f"for i, (p, grad) in enumerate(zip({PARAMETERS})):\n    p.copy_(p - (lr * grad))\n",
        ),
        (
            "for p, m in zip(model.parameters(), steps):\n    p.data -= m * p.grad\n",
            "for p, m, grad in zip(model.trainable_params(), steps, grads):\n"
            "    p.copy_(p - (m * grad))\n",
        ),
        (
            "for p in model.parameters():\n    p.grad += 0.1 * p.data\n    p.data -= lr * p.grad\n",
            f"for p, grad in zip({PARAMETERS}):\n    grad += 0.1 * p.data\n"
            "    p.copy_(p - (lr * grad))\n",
        ),
    ],
)
def test_a_loop_over_parameters_reads_the_gradients(loop: str, after: str) -> None:
    text = fixed(program(NETWORK, "model.zero_grad()\n" + LOSS + loop, 2), unsafe=True)
    assert indent(after, " " * 8) in text
    assert "value_and_grad(forward_fn, None, model.trainable_params())" in text
    assert "zero_grad" not in text and "backward" not in text


@pytest.mark.parametrize(
    "clear",
    [
        "    p.grad.zero_()\n",
        "    p.grad = None\n",
        "    del p.grad\n",
        "    p.grad.detach_()\n    p.grad.zero_()\n",
        "    if p.grad is not None:\n        p.grad.data.zero_()\n",
    ],
)
def test_what_clears_goes(clear: str) -> None:
    step = "for p in model.parameters():\n    p.data.sub_(lr * p.grad)\n"
    behind = fixed(program(NETWORK, LOSS + step + clear, 2))
    before = "for p in model.parameters():\n" + clear
    in_front = fixed(program(NETWORK, before + LOSS + step, 2))
    assert behind.partition("def ")[2] == in_front.partition("def ")[2]
    assert ".grad" not in behind


ALONE = "for x, y in data:\n" + indent("model.zero_grad()\n" + LOSS + STEP, "    ")
OTHER = (
    "opt = torch.optim.RMSprop(model.parameters(), lr=0.1)\nfor x, y in data:\n    opt.zero_grad()\n"
    + indent(LOSS, "    ")
)
SCRIPT = HEAD + "model = nn.Linear(3, 1)\nlr = 0.1\n"


def test_a_loop_beside_one_with_an_optimizer_steps_by_hand() -> None:
    text = fixed(SCRIPT + OTHER + "    opt.step()\n" + ALONE, unsafe=True)
    assert "opt(grads)" in text
    assert "param.copy_" not in text and "p.copy_(p - (lr * grad))" in text


def test_a_loop_between_backward_and_an_optimizers_step_reads_its_gradients() -> None:
    text = fixed(SCRIPT + OTHER + indent(STEP, "    ") + "    opt.step()\n", unsafe=True)
    assert text.index("p.copy_(p - (lr * grad))") < text.index("opt(grads)")


def test_tensors_become_parameters() -> None:
    body = LINEAR + "with torch.no_grad():\n    w -= 0.1 * w.grad\n    w.grad.zero_()\n"
    text = fixed(program(TENSOR, body, 1))
    assert 'w = ms.Parameter(mint.ones((3,)), name="w")\n' in text
    assert "grad_fn = ms.value_and_grad(forward_fn, None, [w])\n" in text
    assert text.endswith("    w.copy_(w - (0.1 * grads[0]))\n")


def test_copying_into_a_parameter_is_not_known_on_gpus() -> None:
    body = LINEAR + "with torch.no_grad():\n    w -= 0.1 * w.grad\n    w.grad.zero_()\n"
    config = Config(target=Target(devices=("GPU",)))
    told = [f for f in findings(program(TENSOR, body, 1), config) if f.code == "MP306"]
    edits = [edit for f in told if f.fix is not None for edit in f.fix.edits]
    assert not any("copy_" in str(piece) for edit in edits for piece in edit.pieces)


def test_names_of_parameters_keep_their_gradients_apart() -> None:
    source = (
        "def train(model, loader):\n"
        "    optimizer = torch.optim.SGD({}, lr=0.1)\n"
        "    for x, y in loader:\n"
        "        optimizer.zero_grad()\n"
        "        loss = F.mse_loss(model(x), y)\n"
        "        loss.backward()\n"
        "        print({{n: p.grad.norm() for n, p in model.named_parameters()}})\n"
        "        optimizer.step()\n"
    )
    text = fixed(HEAD + source.format("model.parameters()"))
    assert "in zip(((n, p) for n, p in " in text and "if p.requires_grad), grads)" in text
    ordered = "[{'params': model.parameters()}]"
    text = fixed(HEAD + source.format(ordered))
    assert "grads_of(model.trainable_params(), optimizer, grads))})" in text
