"""``x.grad`` of some backward calls where others train: adversarial examples inside the loop, demonstrations
beside it.

That the results are torch's is shown by ``tests/scenarios/programs/adversarial_loop.py``.
"""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from .conftest import findings, fixed

HEAD = (
    "import torch\nfrom torch import nn\nnet = nn.Linear(3, 2)\nloss_fn = nn.CrossEntropyLoss()\n"
    "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    "data = [(torch.ones(2, 3), torch.tensor([0, 1])) for _ in range(3)]\n"
)
DEMO = "t = torch.ones(3, requires_grad=True)\n(t ** 2).sum().backward()\nprint(t.grad)\n"
TRAIN = dedent(
    """
    for x, y in data:
        opt.zero_grad()
        loss = loss_fn(net(x), y)
        loss.backward()
        opt.step()
    """
)
ATTACK = "x.requires_grad_()\nloss = loss_fn(net(x), y)\nloss.backward()\nx_adv = (x + 0.1 * x.grad.sign()).detach()\n"
STEP = "adv = loss_fn(net(x_adv), y)\nadv.backward()\nopt.step()\n"


def loop(body: str) -> str:
    return "for x, y in data:\n" + indent(body, "    ")


LEFT = [
    pytest.param(loop("opt.zero_grad()\n" + ATTACK + STEP), id="gradients of the attack are trained with"),
    pytest.param(loop(ATTACK + "if ready:\n    opt.zero_grad()\n" + STEP), id="they are cleared sometimes"),
    pytest.param(loop(ATTACK + "other.zero_grad()\n" + STEP), id="another network is cleared"),
    pytest.param(
        loop(ATTACK + "opt.zero_grad()\nadv = loss_fn(net(x), y)\nadv.backward()\nopt.step()\nprint(x.grad)\n"),
        id="the gradient is read when more was added",
    ),
    pytest.param(
        "def run(x, y):\n    opt.zero_grad()\n    loss_fn(net(x), y).backward()\n    opt.step()\n"
        "    x = x.clone().requires_grad_()\n    net(x).sum().backward()\n    return x.grad\n"
        "def again(x, y):\n    loss_fn(net(x), y).backward()\n    opt.step()\n",
        id="another function steps with them",
    ),
    pytest.param(
        loop("opt.zero_grad()\nw = torch.ones(3, requires_grad=True)\nloss = (net(x) * w.sum()).sum()\n"
             "loss.backward()\nprint(w.grad)\nopt.step()\n"),
        id="one call for both",
    ),
]  # fmt: skip


@pytest.mark.parametrize("source", LEFT)
def test_stays_marked(source: str) -> None:
    found = [f for f in findings(HEAD + source) if f.code == "MP306" and "backward" in f.symbol]
    assert any(f.severity == "error" and f.fix is None for f in found)
    after = fixed(HEAD + source, unsafe=True)
    assert "backward()" in after and "ms.grad" not in after


TRAINED = dedent(
    """
    def forward_fn(x, y):
        loss = loss_fn(net(x), y)
        return loss

    grad_fn = ms.value_and_grad(forward_fn, None, opt.parameters)

    for x, y in data:
        loss, grads = grad_fn(x, y)
        opt(grads)
    """
)
SHOWN = dedent(
    """
    t = mint.ones((3,))
    def output_fn(t):
        return (t ** 2).sum()

    t_grad = ms.grad(output_fn)(t)
    print(t_grad)
    """
).lstrip()


@pytest.mark.parametrize(
    ("source", "after"),
    [
        pytest.param(DEMO + TRAIN, SHOWN + TRAINED, id="before the loop"),
        pytest.param(TRAIN + DEMO, TRAINED + SHOWN, id="behind the loop"),
    ],
)
def test_a_demonstration_beside_a_training_loop(source: str, after: str) -> None:
    text = fixed(HEAD + source)
    assert text.endswith(
        after.replace("= ms.grad(output_fn)(t)", "= ops.stop_gradient(ms.grad(output_fn)(t))")
    )


def test_an_attack_inside_the_loop_is_a_derivative_of_its_own() -> None:
    text = fixed(HEAD + loop(ATTACK + "opt.zero_grad()\n" + STEP))
    assert text.endswith(
        dedent(
            """
            def forward_fn(x, x_grad, y):
                x_adv = ops.stop_gradient(x + 0.1 * x_grad.sign())
                adv = loss_fn(net(x_adv), y)
                return adv

            grad_fn = ms.value_and_grad(forward_fn, None, opt.parameters)

            for x, y in data:
                def output_fn(x):
                    loss = loss_fn(net(x), y)
                    return loss

                loss, x_grad = ms.value_and_grad(output_fn)(x)
                x_grad = ops.stop_gradient(x_grad)
                adv, grads = grad_fn(x, x_grad, y)
                opt(grads)
            """
        )
    )


def test_the_loop_waits_for_the_derivative_in_it() -> None:
    source = HEAD + loop(ATTACK + "opt.zero_grad()\n" + STEP)
    found = [f for f in findings(source) if f.code == "MP306"]
    assert len(found) == 2 and found[0].fix is found[1].fix and found[0].fix is not None


def test_what_else_stands_in_the_way_of_the_loop_is_told_beside_it() -> None:
    step = STEP.replace("opt.step()", "net.weight.grad.mul_(2)\nopt.step()")
    found = [
        f
        for f in findings(HEAD + loop(ATTACK + "opt.zero_grad()\n" + step))
        if f.code == "MP306" and "backward" in f.symbol
    ]
    assert [(f.severity, f.fix is None) for f in found] == [("warning", False), ("error", True)]
    assert "by hand" in found[1].message.en
