"""Names that stand for torch's classes and functions: what they may stand for else is kept."""

from __future__ import annotations

import pytest

from .conftest import Fixer

HEADER = "import torch\nfrom torch import nn\n\n\n"
MAY_BE_ANOTHER = [
    pytest.param(
        "def f(norm=None):\n    norm = norm or nn.BatchNorm2d\n    return norm(3)\n", id="or"
    ),
    pytest.param(
        "def f(flag, other):\n    norm = nn.BatchNorm2d if flag else other\n    return norm(3)\n",
        id="a conditional expression",
    ),
    pytest.param(
        "def f(flag, norm):\n    if flag:\n        norm = nn.BatchNorm2d\n    return norm(3)\n",
        id="a branch",
    ),
    pytest.param(
        "def f(flag):\n    norm = None\n    if flag:\n        norm = nn.BatchNorm2d\n"
        "    return norm(3)\n",
        id="None before a branch",
    ),
    pytest.param(
        "def f(n):\n    norm = nn.BatchNorm2d\n    for _ in range(n):\n        y = norm(3)\n"
        "        norm = nn.InstanceNorm2d\n    return y\n",
        id="another one in the next round",
    ),
    pytest.param(
        "norm = nn.BatchNorm2d\n\n\ndef change():\n    global norm\n    norm = nn.InstanceNorm2d\n"
        "\n\ndef f():\n    return norm(3)\n",
        id="changed by another function",
    ),
]


@pytest.mark.parametrize("body", MAY_BE_ANOTHER)
def test_a_name_that_may_stand_for_something_else_stays(fix: Fixer, body: str) -> None:
    assert "norm(3)" in fix(HEADER + body).document.text.split("def f")[1]


@pytest.mark.parametrize("body", MAY_BE_ANOTHER)
def test_it_is_handed_on_as_it_is(fix: Fixer, body: str) -> None:
    handed = body.replace("norm(3)", "make(layer=norm)")
    assert "make(layer=norm)" in fix(HEADER + handed).document.text


def test_a_name_that_stands_for_one_thing_is_replaced(fix: Fixer) -> None:
    source = f"{HEADER}def f(x):\n    act = torch.tanh\n    return act(x)\n"
    assert fix(source).document.text.endswith("act = mint.tanh\n    return mint.tanh(x)\n")


def test_an_import_that_may_fail_is_torchs(fix: Fixer) -> None:
    source = (
        "try:\n    from torch.nn import SiLU\nexcept ImportError:\n    SiLU = None\n\n"
        "layer = SiLU()\n"
    )
    assert fix(source).document.text.endswith("layer = mint.nn.SiLU()\n")


@pytest.mark.parametrize(
    "body",
    [
        "def make(cls, n):\n    return lambda x: cls(n)\n",
        "def make(cls, n):\n    return [cls() for _ in range(n)]\n",
        "def make(cls, n):\n    made = cls\n    return made\n",
        "class make:\n    def __init__(self, cls, n):\n        self.layers = [cls() for _ in range(n)]\n",
    ],
)
@pytest.mark.parametrize(
    "calls", ["make({0}, 3)\nmake({1}, 3)\n", "make(cls={0}, n=3)\nmake({1}, 3)\n"]
)
def test_what_the_first_call_gives_is_not_what_others_give(
    fix: Fixer, body: str, calls: str
) -> None:
    source = f"from torch import nn\n\n\n{body}\n\n{calls.format('nn.Tanh', 'nn.Sigmoid')}"
    text = fix(source).document.text
    assert body in text
    assert text.endswith(calls.format("mint.nn.Tanh", "mint.nn.Sigmoid"))


def test_a_function_that_is_handed_several_functions(fix: Fixer) -> None:
    source = (
        "import torch\n\n\ndef act(f, x):\n    y = f\n    return f(x), y\n\n\n"
        "act(torch.sin, x)\nact(torch.cos, x)\n"
    )
    assert "    y = f\n    return f(x), y\n" in fix(source).document.text
