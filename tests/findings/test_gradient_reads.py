"""Gradients of a network that are looked at, with a step and without one.

That the results are torch's is shown by ``tests/scenarios/programs/gradients_of_a_network.py``.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from .conftest import findings, fixed

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
NET = "net = nn.Sequential(nn.Linear(4, 2))\n"
LOSS = "loss = net(x).sum()\nloss.backward()\n"
READ = "print(net[0].weight.grad.norm())\n"
PARTLY = dedent(
    """
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.fc = nn.Linear(4, 2)
            self.extra = nn.Linear(4, 2)
        def forward(self, x):
            return self.fc(x)
    net = Net()
    """
)


def function(body: str) -> str:
    return f"def look(net, x):\n{indent(body, '    ')}"


LEFT = [
    pytest.param(function(LOSS + READ), "no optimizer", id="gradients that are never cleared"),
    pytest.param(
        NET + "for x in data:\n" + indent(LOSS + READ, "    "),
        "earlier steps",
        id="gradients of earlier rounds",
    ),
    pytest.param(NET + LOSS + LOSS + READ, "no optimizer", id="gradients that add up"),
    pytest.param(NET + READ + LOSS, "no optimizer", id="a gradient that is read before"),
    pytest.param(
        NET + LOSS + "net[0].weight.grad.mul_(2)\n" + READ, "by hand", id="one that is changed"
    ),
    pytest.param(
        NET + LOSS + "net[0].weight.grad /= 2\n", "by hand", id="one that is changed by an operator"
    ),
    pytest.param(
        NET + "other = nn.Linear(4, 2)\n" + LOSS + READ + "print(other.weight.grad)\n",
        "no optimizer",
        id="gradients of two networks",
    ),
    pytest.param(
        NET + "if ready:\n" + indent(LOSS, "    ") + READ,
        "no optimizer",
        id="read outside of the if",
    ),
    pytest.param(
        function("net.zero_grad()\n" + LOSS + READ)
        + "def train(net, optimizer, x):\n    look(net, x)\n    optimizer.step()\n",
        "no optimizer",
        id="a step in another function",
    ),
    pytest.param(
        function("net.zero_grad(set_to_none=False)\n" + LOSS + "return net[0].weight.grad\n"),
        "no optimizer",
        id="gradients that are kept and cleared in place",
    ),
    pytest.param(
        PARTLY + LOSS + "print([p.grad is None for p in net.parameters()])\n",
        "layers that it does not use",
        id="gradients of layers that are not used",
    ),
    pytest.param(
        PARTLY
        + "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nfor x in data:\n"
        + "    optimizer.zero_grad()\n"
        + indent(LOSS + "for p in net.parameters():\n    count(p.grad)\n", "    ")
        + "    optimizer.step()\n",
        "layers that it does not use",
        id="and with a step",
    ),
]


@pytest.mark.parametrize(("source", "told"), LEFT)
def test_stays_marked(source: str, told: str) -> None:
    found = [f for f in findings(HEAD + source) if f.code == "MP306" and "backward" in f.symbol]
    assert found and {f.severity for f in found} == {"error"}
    assert told in found[0].message.en
    after = fixed(HEAD + source, unsafe=True)
    assert "backward()" in after and "value_and_grad" not in after


SETTINGS = dedent(
    """
    class Net(nn.Module):
        def __init__(self, channels, classes, extra: int, half=False, scale=None):
            super().__init__()
            self.channels, self.classes = channels, classes
            self.extra = extra
            self.half = half
            self.scale = scale
            self.fc = nn.Linear(channels, classes)
        def forward(self, x):
            return self.fc(x)
    """
)
LOOKED_AT = "for p in net.parameters():\n    if torch.isnan(p.grad).any():\n        print(p)\n"
LOOP = (
    "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nfor x in data:\n    optimizer.zero_grad()\n"
    + indent(f"{LOSS}{LOOKED_AT}optimizer.step()\n", "    ")
)


@pytest.mark.parametrize(
    ("made", "fits"),
    [
        ("Net(3, args.classes, n, scale=2 * args.width)", True),
        ("Net(3, config.model.classes, n, True, -1)", True),
        ("Net(3, 4, n, scale=head)", False),
        ("Net(3, 4, n, scale=parts.head)", False),
        ("Net(3, 4, n, head, 1)", False),
    ],
)
def test_settings_of_a_network_are_no_layers(made: str, fits: bool) -> None:
    """As U-Nets keep how many channels they have."""
    source = f"{HEAD}{SETTINGS}net = {made}\n{LOOP}"
    found = [f for f in findings(source) if f.code == "MP306" and "backward" in f.symbol]
    assert [f.fix is not None for f in found] == [fits]
    assert ("layers that it does not use" in found[0].message.en) != fits


UNET = """
from torch import nn
class Net(nn.Module):
    def __init__(self, channels, classes, bilinear=False):
        super().__init__()
        self.channels = channels
        self.bilinear = bilinear
        self.fc = nn.Linear(channels, classes)
        {made}
    def forward(self, x):
        return self.fc(x)
"""


@pytest.mark.parametrize(
    ("made", "fits"), [("pass", True), ("self.other = nn.Linear(channels, classes)", False)]
)
def test_a_network_of_another_file_may_use_all_its_layers(
    tmp_path: Path, made: str, fits: bool
) -> None:
    (tmp_path / "unet.py").write_text(UNET.format(made=made))
    source = f"{HEAD}from unet import Net\nnet = Net(3, 4)\n{LOOP}"
    path = str(tmp_path / "train.py")
    found = [f for f in findings(source, path=path) if f.code == "MP306" and "backward" in f.symbol]
    assert [f.fix is not None for f in found] == [fits]


NETWORK = "net = nn.SequentialCell(mint.nn.Linear(4, 2))\n"
GRADIENTS = """
def forward_fn():
    loss = net(x).sum()
    return loss

grad_fn = ms.value_and_grad(forward_fn, None, net.trainable_params())
loss, grads = grad_fn()
"""
ONE = "next(g for p, g in zip(net.trainable_params(), grads) if p is net[0].weight)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "print(net[0].weight.grad.abs())\n", f"print({ONE}.abs())\n", id="of one layer"
        ),
        pytest.param(
            "found = [p.grad for p in net.parameters()]\n",
            "grads = tuple(grad.copy() for grad in grads)\n"
            "found = [grad for p, grad in zip(net.trainable_params(), grads)]\n",
            id="a list",
        ),
        pytest.param(
            "for name, p in net.named_parameters():\n    print(name, p.grad.mean())\n",
            "for (name, p), grad in zip(((name, p) for name, p in named_parameters(net)"
            " if p.requires_grad), grads):\n    print(name, grad.mean())\n",
            id="with names",
        ),
        pytest.param(
            "seen.append(sum(p.grad.abs().sum() for p in net.parameters()))\n"
            "print(net[0].weight.grad)\n",
            "seen.append(sum(grad.abs().sum() for p, grad in zip(net.trainable_params(), grads)))\n"
            f"print({ONE})\n",
            id="all and one",
        ),
    ],
)
def test_of_a_script(before: str, after: str) -> None:
    text = fixed(HEAD + NET + LOSS + before)
    assert text.endswith(NETWORK + GRADIENTS + after)


def test_of_a_function_that_clears_them_first() -> None:
    clear = "net.zero_grad()\n"
    text = fixed(HEAD + function(clear + LOSS + "return [p.grad.clone() for p in net.parameters()]\n"),
                 unsafe=True)  # fmt: skip
    assert "zero_grad" not in text
    assert "    return [grad.copy() for p, grad in zip(net.trainable_params(), grads)]\n" in text


def test_of_a_network_that_is_not_seen_it_is_told_that_all_of_it_is_taken_to_be_used() -> None:
    source = function("net.zero_grad()\n" + LOSS + "return [p.grad for p in net.parameters()]\n")
    (finding,) = [f for f in findings(HEAD + source) if "backward" in f.symbol]
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert "taken to use all of net" in finding.message.en


def test_a_frozen_parameter_has_none() -> None:
    freeze = "net[0].bias.requires_grad = False\n"
    text = fixed(HEAD + NET + freeze + LOSS + "print(net[0].bias.grad)\n", unsafe=True)
    assert (
        "next((g for p, g in zip(net.trainable_params(), grads) if p is net[0].bias), None)" in text
    )


def test_beside_a_step_they_are_those_of_the_optimizer() -> None:
    source = (
        NET
        + "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nfor x in data:\n"
        + "    optimizer.zero_grad()\n"
        + indent(LOSS + "print(net[0].bias.grad.sum())\n", "    ")
        + "    optimizer.step()\n"
    )
    text = fixed(HEAD + source)
    read = "next(g for p, g in zip(optimizer.parameters, grads) if p is net[0].bias)"
    assert f"    print({read}.sum())\n    optimizer(grads)\n" in text


def test_a_function_with_gradients_of_its_own_is_no_part_of_the_step() -> None:
    source = (
        "def look(net, x):\n    net.zero_grad()\n    net(x).sum().backward()\n"
        "    return [p.grad for p in net.parameters()]\n"
        + NET
        + "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nfor x in data:\n"
        + "    optimizer.zero_grad()\n"
        + indent(LOSS, "    ")
        + "    optimizer.step()\nlook(net, x)\n"
    )
    text = fixed(HEAD + source, unsafe=True)
    assert "backward" not in text and ".grad" not in text.replace("ms.grad", "")


ROUND = f"    optimizer.zero_grad()\n{indent(LOSS, '    ')}    optimizer.step()\n"
SEEN = "for p in net.parameters():\n    if p.grad is not None:\n        show(p.grad)\n"


def trained(rounds: str, behind: str) -> str:
    start = HEAD + NET + "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    return start + "for epoch in range(2):\n" + indent("for x in data:\n" + rounds + behind, "    ")


@pytest.mark.parametrize(
    ("rounds", "behind"),
    [
        pytest.param(indent(LOSS, "    ") + "    optimizer.step()\n    optimizer.zero_grad()\n", SEEN,
                     id="gradients that each round clears at its end"),
        pytest.param("    optimizer.zero_grad()\n    if bad(x): continue\n" + ROUND, SEEN,
                     id="a round that only clears them"),
        pytest.param(ROUND, "optimizer.zero_grad()\n" + SEEN, id="gradients that are cleared before"),
        pytest.param(ROUND, "for p in net.parameters():\n    p.grad.mul_(2)\n", id="gradients that are changed by hand"),
    ],
)  # fmt: skip
def test_behind_the_loop_of_a_step_stays_marked(rounds: str, behind: str) -> None:
    text = fixed(trained(rounds, behind), unsafe=True)
    assert "backward()" in text and "value_and_grad" not in text


def test_gradients_to_which_others_are_added_behind_the_loop_are_the_sum() -> None:
    text = fixed(trained(ROUND, "(net(x) * 2).sum().backward()\n" + SEEN), unsafe=True)
    assert "        total_grads = grads\n        optimizer(total_grads)\n" in text
    assert "    for p, grad in zip(optimizer.parameters, total_grads):\n" in text


def test_behind_the_loop_of_a_step_they_are_those_of_its_last_round() -> None:
    text = fixed(trained(ROUND, SEEN + "print(net[0].weight.grad)\n"))
    read = "next(g for p, g in zip(optimizer.parameters, grads) if p is net[0].weight)"
    assert text.endswith(
        "    for x in data:\n        loss, grads = grad_fn(x)\n        optimizer(grads)\n"
        "    for p, grad in zip(optimizer.parameters, grads):\n"
        "        if grad is not None:\n            show(grad)\n"
        f"    print({read})\n"
    )


HOOKED = """
def look(net, x):
    seen = []
    net[0].register_full_backward_hook(lambda m, gi, go: seen.append(go[0]))
    out = net(x)
    net.zero_grad()
    out.sum().backward()
    return seen[0]
"""


def test_a_backward_call_that_runs_hooks() -> None:
    text = fixed(HEAD + HOOKED, unsafe=True)
    assert text.endswith(
        "    def forward_fn():\n        out = net(x)\n        return out.sum()\n\n"
        "    grad_fn = ms.value_and_grad(forward_fn, None, net.trainable_params())\n"
        "    _, grads = grad_fn()\n    return seen[0]\n"
    )


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(HOOKED.replace("register_full_backward_hook", "keep"), id="no hook"),
        pytest.param(
            HOOKED.replace("    net.zero_grad()\n", "    out = other(out)\n"),
            id="no network that is known",
        ),
        pytest.param(
            HOOKED + "def go(net, opt, x):\n    look(net, x)\n    opt.step()\n",
            id="a step with them",
        ),
        pytest.param(HOOKED.replace("return seen[0]", "return x.grad"), id="a gradient is read"),
    ],
)
def test_one_that_may_do_more_stays_marked(source: str) -> None:
    text = fixed(HEAD + source, unsafe=True)
    assert "backward()" in text and "value_and_grad" not in text
