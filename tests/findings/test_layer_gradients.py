"""Loops over the layers of a network that read or change the gradients of their parameters.

That they train as in torch is shown by ``tests/scenarios/programs/network_slimming.py``.
"""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import moved

HEAD = "import torch\nfrom torch import nn\n\n"
NET = "net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2))\n"
OPTIMIZER = "optimizer = torch.optim.SGD({}, lr=0.1)\n"
PLAIN = OPTIMIZER.format("net.parameters()")
LOOP = """\
for m in {network}.modules():
    if isinstance(m, nn.BatchNorm2d):
        m.weight.grad.data.add_(s * torch.sign(m.weight.data))
"""
SHRUNK = (
    "        grad_of[id(m.gamma)].data.copy_(grad_of[id(m.gamma)].data"
    ".add(s * mint.sign(m.gamma.data)))\n"
)


def step(between: str) -> str:
    body = f"optimizer.zero_grad()\nnet(x).mean().backward()\n{between}optimizer.step()\n"
    return "for x in data:\n" + indent(body, "    ")


def function(arguments: str, network: str) -> str:
    return f"def shrink({arguments}):\n" + indent(LOOP.format(network=network), "    ") + "\n"


def inside(source: str) -> str:
    return "def main(data, s):\n" + indent(source, "    ")


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            NET + PLAIN + step("for m in net.modules():\n    m.weight.grad = m.weight * 2\n"),
            id="a gradient that becomes another tensor",
        ),
        pytest.param(
            NET + PLAIN + step("for m in net.modules():\n    m.mask.grad.mul_(2)\n"),
            id="what is no parameter of a layer of torch's",
        ),
        pytest.param(
            NET + PLAIN + step("for m in other.modules():\n    m.weight.grad.mul_(2)\n"),
            id="another network",
        ),
        pytest.param(
            NET + PLAIN + step("for p in net[0].parameters():\n    p.grad = p * 2\n"),
            id="gradients of a part that become other tensors",
        ),
        pytest.param(
            NET + PLAIN + step("for p in other[0].parameters():\n    log(p.grad)\n"),
            id="a part of another network",
        ),
        pytest.param(
            function("", "net") + inside(NET + PLAIN + step("shrink()\n")),
            id="a network of the module that the caller calls its own by the same name",
        ),
        pytest.param(
            function("", "net") + "shrinks = [shrink]\n" + NET + PLAIN + step("shrink()\n"),
            id="a function that something keeps",
        ),
    ],
)
def test_stays_marked(source: str) -> None:
    text, left = moved(HEAD + source)
    assert ".backward()" in text and left


def test_a_loop_between_backward_and_step() -> None:
    text, left = moved(HEAD + NET + PLAIN + step(LOOP.format(network="net")))
    assert not left
    assert (
        "    grad_of = {id(p): g for p, g in zip(optimizer.parameters, grads)}\n"
        "    for _, m in net.cells_and_names():\n"
        "        if isinstance(m, nn.BatchNorm2d):\n"
        f"    {SHRUNK}"
    ) in text


@pytest.mark.parametrize(
    ("header", "after"),
    [
        ("for name, m in net.named_modules():", "for name, m in net.cells_and_names():"),
        (
            "for i, m in enumerate(net.modules()):",
            "for i, m in enumerate([cell for _, cell in net.cells_and_names()]):",
        ),
    ],
)
def test_with_names_or_counted(header: str, after: str) -> None:
    loop = f"{header}\n    if isinstance(m, nn.Conv2d):\n        m.weight.grad *= 0.5\n"
    text, left = moved(HEAD + NET + PLAIN + step(loop))
    assert not left
    assert f"    {after}\n" in text
    assert "            grad_of[id(m.weight)].data *= 0.5\n" in text


def test_a_comprehension() -> None:
    read = "norms = [m.weight.grad.norm() for m in net.modules() if isinstance(m, nn.Conv2d)]\n"
    text, left = moved(HEAD + NET + PLAIN + step(read))
    assert not left
    assert (
        "norm(next(g for p, g in zip(optimizer.parameters, grads) if p is layer_parameter(m, "
        in text
    )


@pytest.mark.parametrize(
    "loop",
    [
        "for p in net[0].parameters():\n    log(p.grad.norm())\n",
        "for name, p in net[0].named_parameters():\n    log(name, p.grad.norm())\n",
        "last = list(net.children())[-1]\nfor p in last.parameters():\n    log(p.grad.norm())\n",
    ],
)
def test_a_loop_over_the_parameters_of_a_part(loop: str) -> None:
    text, left = moved(HEAD + NET + PLAIN + step(loop))
    assert not left
    assert "    grad_of = {id(p): g for p, g in zip(optimizer.parameters, grads)}\n    for " in text
    assert "norm(grad_of[id(p)])" in text


def test_what_may_be_frozen_has_none() -> None:
    frozen = "net[0].weight.requires_grad = False\n"
    read = "for m in net.modules():\n    if isinstance(m, nn.Conv2d):\n        log(m.bias.grad)\n"
    text, left = moved(HEAD + NET + frozen + PLAIN + step(read))
    assert not left
    assert "log(grad_of.get(id(m.bias)))" in text


def test_a_function_that_is_given_the_network() -> None:
    text, left = moved(HEAD + function("net, s", "net") + NET + PLAIN + step("shrink(net, 0.1)\n"))
    assert not left
    assert (
        "def shrink(net, grads, s):\n"
        "    grad_of = {id(p): g for p, g in zip(net.trainable_params(), grads)}\n"
        "    for _, m in net.cells_and_names():\n"
        "        if isinstance(m, nn.BatchNorm2d):\n"
        f"    {SHRUNK}"
    ) in text
    assert "    shrink(net, grads, 0.1)\n    optimizer(grads)\n" in text


@pytest.mark.parametrize(
    ("arguments", "call", "taken", "given"),
    [("", "shrink()", "grads", "grads"), ("s=0.1", "shrink(0.2)", "grads, s=0.1", "grads, 0.2")],
)
def test_a_function_that_knows_the_network(
    arguments: str, call: str, taken: str, given: str
) -> None:
    text, left = moved(HEAD + function(arguments, "net") + NET + PLAIN + step(call + "\n"))
    assert not left
    assert f"def shrink({taken}):\n" in text
    assert f"    shrink({given})\n    optimizer(grads)\n" in text


def test_an_optimizer_that_may_hold_it_in_another_order() -> None:
    listed = OPTIMIZER.format("[{'params': net.parameters(), 'momentum': 0.9}]")
    text, left = moved(HEAD + function("", "net") + NET + listed + step("shrink()\n"))
    assert not left
    assert "    shrink(grads_of(net.trainable_params(), optimizer, grads))\n" in text
