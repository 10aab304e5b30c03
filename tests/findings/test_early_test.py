"""A test that leaves the loop between what a network gives and its loss."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = (
    "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n"
    "net = nn.Linear(2, 2)\ncriterion = nn.CrossEntropyLoss()\n"
    "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n\n"
    "for x, y in data:\n"
)
STEP = "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n"


@pytest.mark.parametrize(
    ("test", "loss"),
    [
        pytest.param("keep = out > 0\n    if not keep.any():", "F.mse_loss(out[keep], y[keep])", id="a part"),
        pytest.param("n = len(out)\n    if n == 0:", "F.mse_loss(out, y) / n", id="a division"),
        pytest.param("if out.sum() < 0:", "helper(out, y)", id="a function that may do more"),
        pytest.param("if out.sum() < 0:", "F.mse_loss(net(x), out)", id="a network once more"),
        pytest.param("if out.sum() < 0:\n        y = 1 - y", "F.mse_loss(out, y)", id="what the test gives"),
    ],
)  # fmt: skip
def test_leaves_alone(test: str, loss: str) -> None:
    source = f"{HEAD}    out = net(x)\n    {test}\n        continue\n    loss = {loss}\n{STEP}"
    assert "value_and_grad" not in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("loss", "written"),
    [("F.cross_entropy(out, y)", "ops.cross_entropy"), ("criterion(out, y)", "criterion")],
)
def test_the_loss_goes_before_the_test(loss: str, written: str) -> None:
    source = (
        f"{HEAD}    out = net(x)\n    # done\n    if (out.argmax(1) == y).all():\n"
        f"        continue\n    # loss\n    loss = {loss}\n{STEP}"
    )
    assert "value_and_grad" not in fixed(source)
    text = fixed(source, unsafe=True)
    loop = text[text.index("for x, y in data:") :]
    assert loop.startswith(
        "for x, y in data:\n    (loss, out), grads = grad_fn(x, y)\n    # done\n"
        "    if (out.argmax(1) == y).all():\n        continue\n    optimizer(grads)\n"
    )
    assert f"    out = net(x)\n    # loss\n    loss = {written}(out, y)\n" in text


def test_what_is_differentiated_by_its_input() -> None:
    source = (
        "import torch\nimport torch.nn.functional as F\n\n"
        "def attack(model, loader, epsilon):\n    for data, target in loader:\n"
        "        data.requires_grad = True\n        output = model(data)\n"
        "        pred = output.max(1, keepdim=True)[1]\n"
        "        if pred.item() != target.item():\n            continue\n"
        "        loss = F.nll_loss(output, target)\n        model.zero_grad()\n        loss.backward()\n"
        "        print(data + epsilon * data.grad.sign())\n"
    )
    text = fixed(source, unsafe=True)
    assert "ms.value_and_grad(output_fn, has_aux=True)(data)" in text
    assert (
        "            loss = ops.nll_loss(output, target)\n            return loss, pred\n" in text
    )
    (first,) = [f for f in findings(source) if "before this test" in f.message.en]
    assert first.fix is not None and first.fix.applicability == "unsafe"
