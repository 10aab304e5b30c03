"""Types that are written as values: aliases, unions, casts, and the class handed on."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = """\
import typing as t
from collections import defaultdict
from typing import Callable, List, NewType, Optional, Tuple, TypeVar, Union, cast
import torch
import torch.nn.functional as F
from torch import Tensor, nn
"""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("makers[torch.Tensor](rows)\n", id="looked up"),
        pytest.param("made = defaultdict(torch.Tensor)\n", id="called by another"),
        pytest.param("y = cast(float, torch.Tensor)\n", id="what is cast"),
        pytest.param("Union = load()\nkind = Union[torch.Tensor]\n", id="another Union"),
        pytest.param("Array = torch.Tensor\n", id="another name"),
        pytest.param("KINDS = (list, torch.Tensor)\n", id="in a tuple"),
    ],
)
def test_a_class_that_may_be_called_stays(source: str) -> None:
    assert "torch.Tensor" in fixed(HEADER + source)
    found = [f for f in findings(HEADER + source) if f.code == "MP109"]
    assert [f.fix and f.fix.applicability for f in found] == ["unsafe"]


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("Pair = Tuple[Tensor, ...]\n", "Pair = Tuple[ms.Tensor, ...]\n"),
        ("Either = Union[Tensor, List[Tensor]]\n", "Either = Union[ms.Tensor, List[ms.Tensor]]\n"),
        (
            "State = tuple[Tensor, Tensor] | Tensor\n",
            "State = tuple[ms.Tensor, ms.Tensor] | ms.Tensor\n",
        ),
        ("Maybe = torch.Tensor | None\n", "Maybe = ms.Tensor | None\n"),
        ("Fn = Callable[[Tensor], nn.Module]\n", "Fn = Callable[[ms.Tensor], nn.Cell]\n"),
        ("Named = t.Dict[str, torch.Tensor]\n", "Named = t.Dict[str, ms.Tensor]\n"),
        ("T = TypeVar('T', bound=torch.Tensor)\n", "T = TypeVar('T', bound=ms.Tensor)\n"),
        ("Row = NewType('Row', Tensor)\n", "Row = NewType('Row', ms.Tensor)\n"),
        ("rows = cast(List[Tensor], rows)\n", "rows = cast(List[ms.Tensor], rows)\n"),
        ("from builtins import isinstance\nisinstance(x, Tensor)\n", "isinstance(x, ms.Tensor)\n"),
    ],
)
def test_a_type_is_only_named(source: str, after: str) -> None:
    assert fixed(HEADER + source).endswith(after)
    assert all(f.fix and f.fix.applicability == "safe" for f in findings(HEADER + source))


def test_either_of_two_masks_is_no_type() -> None:
    source = "def f(x: Tensor) -> Tensor:\n    return torch.isnan(x) | torch.isinf(x)\n"
    assert "ops.isnan(x) | mint.isinf(x)" in fixed(HEADER + source)


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("Array = torch.Tensor\n", "Array = ms.Tensor\n"),
        ("convert(x, torch.Tensor)\n", "convert(x, ms.Tensor)\n"),
        ("acts = [F.softsign, F.relu6]\n", "acts = [ops.softsign, ops.relu6]\n"),
    ],
)
def test_what_is_handed_on_is_replaced_when_asked(source: str, after: str) -> None:
    assert fixed(HEADER + source, unsafe=True).endswith(after)
    assert fixed(HEADER + source).endswith(source)


def test_a_function_whose_argument_means_something_else_stays() -> None:
    source = "pools = [F.avg_pool2d]\n"
    assert fixed(HEADER + source, unsafe=True).endswith(source)
    assert [f.severity for f in findings(HEADER + source) if f.code == "MP109"] == ["error"]


def test_what_is_asked_for_in_place_of_an_instance_norm_is_told() -> None:
    source = "isinstance(m, (nn.BatchNorm2d, nn.InstanceNorm2d))\n"
    assert "nn.InstanceNorm2d" in fixed(HEADER + source)
    after = "isinstance(m, (nn.BatchNorm2d, mint.nn.GroupNorm))\n"
    assert fixed(HEADER + source, unsafe=True).endswith(after)
