"""Loops over the parameters of an optimizer's groups that read or change their gradients."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEAD = (
    "import torch\nfrom torch import nn\n\nnet = nn.Linear(2, 2)\n"
    "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n\n\n"
)
CLIP = (
    "def clip_gradient(optimizer, limit):\n"
    "    for group in optimizer.param_groups:\n"
    "        for param in group['params']:\n"
    "            # those that have one\n"
    "            if param.grad is not None:\n"
    "                param.grad.data.clamp_(-limit, limit)\n\n\n"
)
STEP = (
    "for x in data:\n    optimizer.zero_grad()\n    loss = net(x).mean()\n    loss.backward()\n"
    "    {}\n    optimizer.step()\n"
)
HERE = "for g in optimizer.param_groups:\n        for p in g['params']:\n            {}"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(CLIP + STEP.format("clip_gradient(other, 1.0)"), id="another optimizer"),
        pytest.param(
            STEP.format(HERE.format("p.grad.mul_(g['lr'])")), id="the group is asked for more"
        ),
        pytest.param(
            STEP.format(HERE.format("p.grad.mul_(2)\n        print(g)")), id="beside the inner loop"
        ),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert "value_and_grad" not in fixed(HEAD + source, unsafe=True)


def test_a_function_that_is_given_the_optimizer() -> None:
    text = fixed(HEAD + CLIP + STEP.format("clip_gradient(optimizer, 1.0)"), unsafe=True)
    assert (
        "def clip_gradient(optimizer, grads, limit):\n"
        "    for param, grad in zip(optimizer.parameters, grads):\n"
        "        # those that have one\n"
        "        if grad is not None:\n"
        "            grad.data.copy_(grad.data.clamp(min=-limit, max=limit))\n"
    ) in text
    assert "    clip_gradient(optimizer, grads, 1.0)\n    optimizer(grads)\n" in text


def test_a_loop_between_backward_and_step() -> None:
    text = fixed(HEAD + STEP.format(HERE.format("p.grad.data.mul_(0.5)")), unsafe=True)
    assert (
        "    for p, grad in zip(optimizer.parameters, grads):\n"
        "        grad.data.copy_(grad.data.mul(0.5))\n    optimizer(grads)\n"
    ) in text


def test_a_number_that_a_function_makes_of_tensors_comes_in_a_tuple() -> None:
    score = (
        "def score(output):\n    if torch.is_tensor(output):\n        output = output.detach().numpy()\n"
        "    return (output > 0).sum() / 2\n\n\n"
    )
    source = (
        f"{HEAD}{score}for x in data:\n    out = net(x)\n    loss = out.mean()\n    s = score(out)\n"
        "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n    print(s)\n"
    )
    source = source.replace(
        "loss = out.mean()\n    s = score(out)", "s = score(out)\n    loss = out.mean()"
    )
    assert "return loss, (s,)\n" in fixed(source, unsafe=True)
