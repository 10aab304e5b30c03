"""One backward call for two optimizers or more: each takes its share of the gradients, also where they are
clipped, read or changed in front of its step.

That it trains as in torch is shown by ``tests/scenarios/programs/center_loss.py``.
"""

from __future__ import annotations

from textwrap import indent

import pytest

from .conftest import moved

HEAD = "import torch\nfrom torch import nn\nfrom torch.nn.utils import clip_grad_norm_\n\n"
MADE = """\
net = nn.Linear(4, 2)
centers = nn.Linear(2, 2)
net_optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
centers_optimizer = torch.optim.SGD(centers.parameters(), lr=0.5)
"""
STEP = """\
net_optimizer.zero_grad()
centers_optimizer.zero_grad()
loss = centers(net(x)).sum()
loss.backward()
{clips}net_optimizer.step()
{loop}centers_optimizer.step()
"""
SCALED = "for p in centers.parameters():\n    p.grad.data *= 1.0 / 0.3\n"
CALLED = "def main(x):\n{made}    train(net, centers, net_optimizer, centers_optimizer, x)\n\n"
NET, CENTERS = "grads[:len(net_optimizer.parameters)]", "grads[len(net_optimizer.parameters):]"
CLIP = "clip_grad_norm_({}.parameters(), {})\n"


def program(clips: str = "", loop: str = "") -> str:
    return HEAD + MADE + "for x in data:\n" + indent(STEP.format(clips=clips, loop=loop), "    ")


def called(loop: str, call: str = CALLED) -> str:
    body = indent(STEP.format(clips="", loop=loop), "    ")
    head = "def train(net, centers, net_optimizer, centers_optimizer, x):\n"
    return f"{HEAD}{call.format(made=indent(MADE, '    '))}{head}{body}"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(called(SCALED, ""), id="what the optimizers hold is not seen"),
        pytest.param(
            called(
                SCALED,
                CALLED + CALLED.replace("main", "test").replace("net, centers,", "net, other,"),
            ),
            id="two calls give them differently",
        ),
    ],
)
def test_stays_marked(source: str) -> None:
    text, left = moved(source)
    assert "loss.backward()" in text
    assert any("read or changed by hand" in message for message in left)


def test_gradients_are_changed_between_the_steps_of_what_a_function_is_given() -> None:
    text, left = moved(called(SCALED))
    assert not left
    assert (
        f"    for p, grad in zip(centers_optimizer.parameters, {CENTERS}):\n"
        "        grad.data.copy_(grad.data * (1.0 / 0.3))\n"
        f"    centers_optimizer({CENTERS})\n"
    ) in text


def test_what_is_changed_behind_a_clip_is_what_that_gave() -> None:
    text, left = moved(program(CLIP.format("net", 1.0) + CLIP.format("centers", 0.1), SCALED))
    assert not left
    assert (
        f"    clipped_1 = ops.clip_by_norm({NET}, 1.0)\n"
        f"    clipped_2 = ops.clip_by_norm({CENTERS}, 0.1)\n"
        "    net_optimizer(clipped_1)\n"
        "    for p, grad in zip(centers_optimizer.parameters, clipped_2):\n"
        "        grad.data.copy_(grad.data * (1.0 / 0.3))\n"
        "    centers_optimizer(clipped_2)\n"
    ) in text


def test_what_is_changed_in_front_of_a_clip_goes_into_it() -> None:
    clips = SCALED + CLIP.format("centers", 0.1)
    text, left = moved(program(clips))
    assert not left
    assert f"    for p, grad in zip(centers_optimizer.parameters, {CENTERS}):\n" in text
    assert f"    clipped_2 = ops.clip_by_norm({CENTERS}, 0.1)\n" in text


def test_a_clip_under_a_condition_leaves_the_gradients_where_it_does_not_hold() -> None:
    text, left = moved(program("if limit:\n    " + CLIP.format("net", "limit")))
    assert not left
    assert (
        f"    clipped_1 = {NET}\n"
        "    if limit:\n"
        "        clipped_1 = ops.clip_by_norm(clipped_1, limit)\n"
        "    net_optimizer(clipped_1)\n"
        f"    centers_optimizer({CENTERS})\n"
    ) in text


OPTIONAL = """\
def train(data, net, centers, optimizer, limit, other=None):
    for x in data:
        optimizer.zero_grad()
        if {test}:
            other.zero_grad()
        centers(net(x)).sum().backward()
{clips}        optimizer.step()
        if {test}:
            other.step()

"""
CLIP_GRADIENT = """\
def clip_gradient(optimizer, limit):
    for group in optimizer.param_groups:
        for param in group['params']:
            if param.grad is not None:
                param.grad.data.clamp_(-limit, limit)

"""
FIRST, SECOND = "grads[:len(optimizer.parameters)]", "grads[len(optimizer.parameters):]"


@pytest.mark.parametrize("test", ["other is not None", "other", "other is not None and limit > 0"])
def test_an_optimizer_that_may_be_none_holds_nothing_then(test: str) -> None:
    text, left = moved(HEAD + OPTIONAL.format(clips="", test=test))
    assert not left
    assert (
        "ms.value_and_grad(forward_fn, None, "
        "optimizer.parameters + (other.parameters if other is not None else ()))\n"
    ) in text
    assert f"            other({SECOND})\n" in text


def test_the_first_of_them_may_be_none() -> None:
    source = OPTIONAL.format(clips="", test="other is not None")
    swapped = source.replace("optimizer.step()", "pass").replace(
        "            other.step()\n", "            other.step()\n        optimizer.step()\n"
    )
    text, left = moved(HEAD + swapped)
    assert not left
    none = "(other.parameters if other is not None else ())"
    assert f"None, {none} + optimizer.parameters)\n" in text
    assert f"        optimizer(grads[len{none}:])\n" in text


def test_one_that_is_not_asked_for_is_there() -> None:
    text, left = moved(HEAD + OPTIONAL.format(clips="", test="limit is not None"))
    assert not left
    assert "None, optimizer.parameters + other.parameters)\n" in text


def test_a_function_that_clips_is_called_for_each_optimizer() -> None:
    clips = (
        "        if limit is not None:\n"
        "            clip_gradient(optimizer, limit)\n"
        "            if other is not None:\n"
        "                clip_gradient(other, limit)\n"
    )
    source = CLIP_GRADIENT + OPTIONAL.format(clips=clips, test="other is not None")
    text, left = moved(HEAD + source)
    assert not left
    assert "def clip_gradient(optimizer, grads, limit):\n" in text
    assert (
        "        if limit is not None:\n"
        f"            clip_gradient(optimizer, {FIRST}, limit)\n"
        "            if other is not None:\n"
        f"                clip_gradient(other, {SECOND}, limit)\n"
    ) in text


def test_not_for_one_that_steps_elsewhere() -> None:
    clips = "        clip_gradient(optimizer, limit)\n        clip_gradient(third, limit)\n"
    source = CLIP_GRADIENT + OPTIONAL.format(clips=clips, test="other is not None")
    text, left = moved(HEAD + source)
    assert ".backward()" in text and left


THREE = """\
net, first, second = nn.Linear(4, 3), nn.Linear(3, 2), nn.Linear(3, 2)
opt_g = torch.optim.SGD(net.parameters(), lr=0.1)
opt_c1 = torch.optim.SGD(first.parameters(), lr=0.1)
opt_c2 = torch.optim.SGD(second.parameters(), lr=0.1)

"""
DISCREPANCY = """\
def reset_grad():
    opt_g.zero_grad()
    opt_c1.zero_grad()
    opt_c2.zero_grad()

for x in data:
    features = net(x)
    loss = first(features).sum() + second(features).sum()
    loss.backward()
{clips}    opt_g.step()
    opt_c1.step()
    opt_c2.step()
    reset_grad()
    loss = (first(net(x)) - second(net(x))).sum()
    loss.backward()
    opt_c1.step()
    opt_c2.step()
    reset_grad()
"""
OF_G = "grads[:len(opt_g.parameters)]"
OF_C1 = "grads[len(opt_g.parameters):][:len(opt_c1.parameters)]"
OF_C2 = "grads[len(opt_g.parameters) + len(opt_c1.parameters):]"


def test_three_optimizers_take_a_share_each() -> None:
    text, left = moved(HEAD + THREE + DISCREPANCY.format(clips=""))
    assert not left
    assert "None, opt_g.parameters + opt_c1.parameters + opt_c2.parameters)\n" in text
    assert f"    opt_g({OF_G})\n    opt_c1({OF_C1})\n    opt_c2({OF_C2})\n" in text
    assert "    opt_c1(grads_2[:len(opt_c1.parameters)])\n" in text
    assert "    opt_c2(grads_2[len(opt_c1.parameters):])\n" in text


def test_the_share_of_the_second_of_three_is_clipped() -> None:
    clips = "    " + CLIP.format("first", 0.1)
    text, left = moved(HEAD + THREE + DISCREPANCY.format(clips=clips))
    assert not left
    assert f"    clipped_2 = ops.clip_by_norm({OF_C1}, 0.1)\n" in text
    assert f"    opt_g({OF_G})\n    opt_c1(clipped_2)\n    opt_c2({OF_C2})\n" in text


ROUNDS = """\
for i, x in enumerate(data):
    loss = first(net(x)).sum() + second(net(x)).sum()
    loss.backward()
    if (i + 1) % 2 == 0:
        opt_g.step()
        opt_c1.step()
{between}        opt_c2.step()
        opt_g.zero_grad()
        opt_c1.zero_grad()
        opt_c2.zero_grad()
"""


def test_gradients_of_rounds_do_not_add_up_for_three_that_step_apart() -> None:
    text, left = moved(HEAD + THREE + ROUNDS.format(between="        print(i)\n"))
    assert ".backward()" in text and left


def test_gradients_of_rounds_add_up_for_three() -> None:
    text, left = moved(HEAD + THREE + ROUNDS.format(between=""))
    assert not left
    added = ("opt_g", OF_G), ("opt_c1", OF_C1), ("opt_c2", OF_C2)
    steps = "".join(
        f"        {on}({share.replace('grads', 'total_grads')})\n" for on, share in added
    )
    assert f"{steps}        total_grads = None\n" in text
    assert text.count("total_grads = None\n") == 2
