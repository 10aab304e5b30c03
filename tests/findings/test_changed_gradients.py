"""Gradients that are changed in place behind backward: MindSpore's may be one tensor, or lose it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

from .conftest import moved

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
COPY = "grads = tuple(grad.copy() for grad in grads)\n"
LOOP = """
net = nn.Sequential(nn.Linear(3, 4, bias=False), nn.ReLU(), nn.Linear(4, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in loader:
    opt.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
{0}    opt.step()
"""
OVER = "    for p in net.parameters():\n        "


@pytest.mark.parametrize(
    "between",
    [
        pytest.param("", id="nothing"),
        pytest.param("    nn.utils.clip_grad_norm_(net.parameters(), 1.0)\n", id="clipped"),
        pytest.param(OVER + "print(p.grad.abs().max(), p.grad.data.norm())\n", id="read"),
        pytest.param(OVER + "if p.grad is not None:\n            p.data.add_(p.grad * 0.1)\n", id="the parameter"),
        pytest.param("    norm = sum((p.grad ** 2).sum() for p in net.parameters()).sqrt()\n", id="summed"),
    ],
)  # fmt: skip
def test_leaves_gradients_alone_that_are_read(between: str) -> None:
    text, left = moved(HEAD + LOOP.format(between))
    assert left == []
    assert "loss, grads = grad_fn(x, y)\n" in text and "grad.copy()" not in text


@pytest.mark.parametrize(
    "between",
    [
        pytest.param(OVER + "p.grad.data.clamp_(-1, 1)\n", id="clamped"),
        pytest.param(OVER + "p.grad.mul_(0.5)\n", id="scaled"),
        pytest.param(OVER + "p.grad *= 0.5\n", id="augmented"),
        pytest.param(OVER + "p.grad.data /= 2\n", id="its data"),
        pytest.param(OVER + "p.grad[:] *= 0.5\n", id="all items"),
        pytest.param(OVER + "p.grad.data[p.data == 0] = 0\n", id="some items"),
        pytest.param(OVER + "p.grad = p.grad * 0.5\n", id="set"),
        pytest.param(OVER + "g = p.grad.data\n        g.clamp_(-1, 1)\n", id="by a name"),
    ],
)
def test_copies_gradients_that_a_loop_changes(between: str) -> None:
    text, left = moved(HEAD + LOOP.format(between))
    assert left == []
    assert "    loss, grads = grad_fn(x, y)\n    " + COPY in text


def test_copies_what_a_function_changes() -> None:
    function = """
def clip(net, theta):
    for p in net.parameters():
        p.grad.data.clamp_(-theta, theta)

"""
    text, left = moved(HEAD + function + LOOP.format("    clip(net, 1.0)\n"))
    assert left == []
    assert "    loss, grads = grad_fn(x, y)\n    " + COPY + "    clip(net, grads, 1.0)\n" in text


@pytest.mark.parametrize(
    ("function", "changes"),
    [
        ("    for p in net.parameters():\n        p.grad.data.clamp_(-theta, theta)\n", True),
        ("    for p in net.parameters():\n        print(p.grad.data.norm() > theta)\n", False),
    ],
)
def test_copies_what_a_function_of_a_moved_file_changes(
    function: str, changes: bool, tmp_path: Path
) -> None:
    clip = "def clip(net, theta):\n" + function
    places = {"tools.py": f"import torch\n\n\n{clip}", "train.py": "", "other.py": ""}
    taking = HEAD + "from tools import clip\n" + LOOP.format("    clip(net, 1.0)\n")
    places["train.py"] = places["other.py"] = taking
    for name, source in places.items():
        (tmp_path / name).write_text(source)
    texts = []
    for name in ("train.py", "tools.py", "other.py"):
        document = Document(str(tmp_path / name), places[name])
        fixed = fix_document(document, Config(), Workspace([tmp_path]), unsafe=True)
        texts.append(fixed.document.text)
        if name == "tools.py":
            (tmp_path / name).write_text(fixed.document.text)
    assert texts[0] == texts[2]
    assert (COPY in texts[2]) is changes and "clip(net, grads, 1.0)" in texts[2]


def test_copies_them_before_they_are_added() -> None:
    source = LOOP.format(OVER + "p.grad.data.mul_(0.5)\n").replace("    opt.zero_grad()\n", "")
    text, left = moved(HEAD + source)
    assert left == []
    assert "    loss, grads = grad_fn(x, y)\n    " + COPY + "    total_grads = " in text


def test_copies_what_a_function_is_given_for_a_loss() -> None:
    function = """
def clip(net, theta):
    for p in net.parameters():
        p.grad.data.clamp_(-theta, theta)


class Scaler:
    def __call__(self, loss, optimizer, net):
        optimizer.zero_grad()
        loss.backward()
        clip(net, 1.0)
        optimizer.step()


scaler = Scaler()
"""
    loop = LOOP.format("").replace("    opt.step()\n", "").replace("    opt.zero_grad()\n", "")
    source = loop.replace("loss.backward()", "scaler(loss, opt, net)")
    text, left = moved(HEAD + function + source)
    assert left == []
    assert f"        {COPY}        clip(net, grads, 1.0)\n        optimizer(grads)\n" in text


BY_HAND = """
net = nn.Sequential(nn.Linear(3, 4, bias=False), nn.ReLU(), nn.Linear(4, 2))
for x, y in loader:
    net.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    for p in net.parameters():
        {0}p.data.sub_(0.1 * p.grad.data)
"""


@pytest.mark.parametrize("change", ["", "p.grad.data.clamp_(-1, 1)\n        "])
def test_a_step_by_hand_copies_them_where_it_changes_them(change: str) -> None:
    text, left = moved(HEAD + BY_HAND.format(change))
    assert left == []
    assert (COPY in text) == bool(change)


@pytest.mark.parametrize(
    ("between", "is_copied"),
    [
        pytest.param("    norms = [p.grad.norm() for p in net.parameters()]\n", False, id="norms"),
        pytest.param("    grads_ = [p.grad.data.clone() for p in net.parameters()]\n", False, id="copies"),
        pytest.param("    held = [p.grad.data for p in net.parameters()]\n    held[0].mul_(0.5)\n", True, id="listed"),
    ],
)  # fmt: skip
def test_copies_what_is_given_on_as_it_is(between: str, is_copied: bool) -> None:
    text, left = moved(HEAD + LOOP.format(between))
    assert left == []
    assert (COPY in text) == is_copied


ASKED = """
net = nn.Linear(3, 2, bias=False)
for x, y in loader:
    loss = F.mse_loss(net(x), y)
    grads = torch.autograd.grad(loss, net.parameters())
{0}    for p, g in zip(net.parameters(), grads):
        p.data.sub_(0.1 * g)
"""


@pytest.mark.parametrize(
    "change", ["", "    for g in grads:\n        g.clamp_(-1, 1)\n", "    grads[0].mul_(0.5)\n"]
)
def test_copies_those_that_were_asked_for(change: str) -> None:
    text, left = moved(HEAD + ASKED.format(change))
    assert left == []
    assert (COPY in text) == bool(change)


ATTACK = """
def attack(net, x, y):
    x.requires_grad_(True)
    loss = F.cross_entropy(net(x.t()), y)
    loss.backward()
    g = x.grad.data
    {0}
    return x.detach() + 0.1 * g
"""


@pytest.mark.parametrize(("line", "is_copied"), [("g = g.sign()", False), ("g.sign_()", True)])
def test_copies_that_of_an_input(line: str, is_copied: bool) -> None:
    text, left = moved(HEAD + ATTACK.format(line))
    assert left == []
    assert ("x_grad = x_grad.copy()" in text) == is_copied
