"""Decorators that hand their function back: TorchScript's and the compiler's."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

FUNCTION = "def f(x):\n    return 2 * x\n"


@pytest.mark.parametrize("decorator", ["@script\n", "@mine.jit.script\n"])
def test_leaves_alone_decorators_that_are_not_torchs(decorator: str) -> None:
    source = f"import torch\nfrom mine import script\n\n{decorator}{FUNCTION}torch.zeros(2)\n"
    assert [f.symbol for f in findings(source)] == ["torch.zeros"]


@pytest.mark.parametrize(
    "decorator",
    ["@torch.jit.script\n", "@torch.compile\n", "@torch.compile(mode='reduce-overhead')\n"],
)
def test_the_decorator_goes(decorator: str) -> None:
    assert fixed(f"import torch\n\n\n{decorator}{FUNCTION}").lstrip() == FUNCTION


def test_others_stay() -> None:
    source = f"import torch\n\n\n@cached\n@torch.jit.script\n{FUNCTION}"
    assert fixed(source).lstrip() == f"@cached\n{FUNCTION}"


def test_a_class_that_is_scripted_is_left_as_it_is() -> None:
    source = "import torch\n\n\n@torch.jit.script\nclass Pair:\n    first: int\n"
    assert fixed(source).lstrip() == "class Pair:\n    first: int\n"
