"""MP402, MP404: buffers that compiled code changes become Parameters that need no gradient."""

from __future__ import annotations

import re

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace
from mindport.target import Mode, Target


def fixed(
    init: str, body: str, methods: str = "", unsafe: bool = True, mode: Mode = "GRAPH"
) -> str:
    lines = [
        "import torch", "from torch import nn", "", "", "class Net(nn.Module):",
        "    def __init__(self):", "        super().__init__()",
        "        self.fc = nn.Linear(4, 4)", *(f"        {one}" for one in init.splitlines()),
        "", *(f"    {one}" for one in methods.splitlines()), "    def forward(self, x):",
        *(f"        {one}" for one in body.splitlines()), "",
    ]  # fmt: skip
    config = Config(target=Target(devices=("CPU",), mode=mode))
    document = Document("example.py", "\n".join(lines))
    text = fix_document(document, config, Workspace(), unsafe=unsafe).document.text
    return re.sub(r"\n *# mindport: todo.*(\n *#     .*)*", "", text)


MEAN = 'self.register_buffer("mean", torch.zeros(4))'
MADE = "self.mean = ms.Parameter(mint.zeros((4,)), requires_grad=False)\n"
KEPT = 'self.register_buffer("mean", mint.zeros((4,)))\n'
FOLLOWS = "self.mean = self.fc(x) + self.mean.detach()\n"
MOVES = "self.mean = self.mean * 0.9 + 0.1\n"


@pytest.mark.parametrize(
    ("init", "body", "methods"),
    [
        (MEAN, "return self.fc(x) + self.mean", ""),
        (MEAN, "self.mean = x.mean(0)\nreturn self.fc(x) + self.mean", ""),
        (MEAN, "self.mean = torch.cat([self.mean[1:], x[0, :1]])\nreturn x + self.mean", ""),
        (MEAN, f"{MOVES}return x + self.mean", "def reset(self):\n    self.mean = None\n"),
        (MEAN, f"{MOVES}return x + self.mean", "def reset(self):\n    self.mean.set_(x)\n"),
        (MEAN, "held = self.mean\nself.mean.copy_(x[0])\nreturn x + held", ""),
        (
            MEAN,
            "self.mean = self.fc(x) + self.mean\nreturn x * self.mean",
            "def cut(self):\n    self.mean = self.mean.detach()\n",
        ),
        (MEAN, f"if self.training:\n    {FOLLOWS}return x * self.mean", ""),
        (MEAN, f"h = x * self.mean\n{FOLLOWS}return h", ""),
        (MEAN, f"{MOVES}return x + self.mean", "def all(self):\n    return list(self.buffers())\n"),
    ],
    ids=[
        "read",
        "of another size",
        "shifted",
        "set to None",
        "set by others",
        "alias",
        "gradient of the call before",
        "gradient in a branch",
        "gradient, and read before",
        "walked",
    ],
)
def test_left_alone(init: str, body: str, methods: str) -> None:
    assert KEPT in fixed(init, body, methods)


def test_gradients_go_by_a_name_to_what_reads_the_new_value() -> None:
    text = fixed(MEAN, f"{FOLLOWS}return x * self.mean")
    lines = [
        "mean = self.fc(x) + ops.stop_gradient(self.mean)",
        "ops.assign(self.mean, mean)",
        "return x * mean",
    ]
    assert MADE in text
    assert "\n        ".join(lines) in text


def test_other_classes_read_a_copy_and_may_use_the_name() -> None:
    other = (
        "class Outer(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.net = Net()\n        self.register_buffer('mean', torch.ones(4))\n\n"
        "    def forward(self, x):\n        h = x * self.net.mean\n"
        "        return self.net(x) + h * x.mean()\n"
    )
    text = fixed(MEAN, f"{MOVES}return self.fc(x)\n\n\n{other}")
    assert MADE in text
    assert "h = x * self.net.mean.copy()\n" in text
    assert "h * x.mean()\n" in text


def test_buffers_in_no_checkpoint_are_left_alone_where_one_is_written() -> None:
    init, body = f"{MEAN[:-1]}, persistent=False)", f"{MOVES}return self.fc(x) + self.mean"
    assert "Parameter" not in fixed(init, f"{body}\n\n\ntorch.save(Net().state_dict(), 'net.pth')")
    assert MADE in fixed(init, body)


def test_pynative_mode_keeps_buffers() -> None:
    assert KEPT in fixed(MEAN, f"{MOVES}return self.fc(x) + self.mean", mode="PYNATIVE")


def test_it_is_no_safe_fix() -> None:
    assert "Parameter" not in fixed(MEAN, f"{MOVES}return self.fc(x)", unsafe=False)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("self.mean = self.mean * 0.9 + 0.1", "ops.assign(self.mean, self.mean * 0.9 + 0.1)\n"),
        ("self.mean += 1", "ops.assign(self.mean, self.mean + 1)\n"),
        ("self.mean.mul_(0.9)", "self.mean.copy_(self.mean.mul(0.9))\n"),
        ("self.mean.copy_(x[0])", "self.mean.copy_(x[0].copy())\n"),
        ("self.mean.data.copy_(x[0])", "self.mean.copy_(ops.stop_gradient(x[0].copy()))\n"),
        (
            "self.mean[0] = 2.0",
            "mean = self.mean.copy()\n        mean[0] = 2.0\n        ops.assign(self.mean, mean)\n",
        ),
        (
            "mean = x[0]\nself.mean[1:] += mean[1:]",
            "mean_ = self.mean.copy()\n        mean_[1:] += mean[1:]\n        ops.assign(self.mean, mean_)\n",
        ),
    ],
)
def test_how_it_is_changed(body: str, expected: str) -> None:
    text = fixed(MEAN, f"{body}\nreturn self.fc(x) + self.mean")
    assert MADE in text
    assert expected in text
    assert "return self.fc(x) + self.mean\n" in text


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        ("self.fc(x) * self.mean", "self.fc(x) * self.mean.copy()"),
        ("self.fc(x) - self.mean", "self.fc(x) - self.mean"),
        ("self.fc(x) * (self.mean / 2)", "self.fc(x) * (self.mean / 2)"),
        ("self.fc(x) * self.mean[0]", "self.fc(x) * self.mean[0]"),
    ],
)
def test_gradients_take_the_value_that_was_read(read: str, expected: str) -> None:
    assert f"h = {expected}\n" in fixed(MEAN, f"h = {read}\n{MOVES}return h")


def test_methods_that_the_forward_calls_change_it() -> None:
    methods = "@torch.no_grad()\ndef follow(self, x):\n    self.mean.mul_(0.9).add_(x.mean(0))\n\n"
    text = fixed(MEAN, "self.follow(x)\nreturn self.fc(x) + self.mean", methods)
    assert MADE in text
    assert "self.mean.copy_(self.mean.add(ops.stop_gradient(x.mean(0))))\n" in text


WALKS = "def sizes(self):\n    return {n: p.numel() for n, p in self.named_parameters()}\n"
TRAINED = "def norm(self):\n    return sum(p.norm() for p in self.parameters())\n"


def test_what_goes_over_all_parameters_leaves_it_out() -> None:
    text = fixed(MEAN, f"{MOVES}return x + self.mean", WALKS)
    assert f'        {MADE}        self.buffer_names = ["mean"]\n' in text
    assert 'buffers = getattr(cell, "buffer_names", ())' in text


def test_several_are_named_one_by_one() -> None:
    more = 'self.register_buffer("steps", torch.zeros(1))'
    text = fixed(f"{MEAN}\n{more}", f"{MOVES}self.steps += 1\nreturn x + self.mean", WALKS)
    for name in ("mean", "steps"):
        assert (
            f'        self.buffer_names = getattr(self, "buffer_names", []) + ["{name}"]\n' in text
        )


@pytest.mark.parametrize("methods", ["", TRAINED])
def test_nothing_is_said_where_nothing_asks(methods: str) -> None:
    text = fixed(MEAN, f"{MOVES}return x + self.mean", methods)
    assert MADE in text
    assert "buffer_names" not in text


def test_averages_of_a_network_know_it() -> None:
    average = "def average(self):\n    return torch.optim.swa_utils.AveragedModel(self)\n"
    text = fixed(MEAN, f"{MOVES}return x + self.mean", average)
    assert MADE in text
    assert "self.module.buffers()" in text
