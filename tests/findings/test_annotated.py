"""Annotations with classes that MindSpore has nothing for."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "from typing import Any, List, Union\nfrom torch.futures import Future\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("made = Future()\n", id="one is made"),
        pytest.param("class Mine(Future): ...\n", id="a base"),
        pytest.param("def f(x=Future): ...\n", id="a default"),
    ],
)
def test_leaves_alone_and_tells(source: str) -> None:
    assert fixed(HEADER + source, unsafe=True).endswith(source)
    assert "MP104" in {finding.code for finding in findings(HEADER + source)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("def f(x: Future): ...", "def f(x: Any): ...", id="a parameter"),
        pytest.param("def f() -> Future[int]: ...", "def f() -> Any: ...", id="with parameters"),
        pytest.param(
            "def f(x: Union[int, List[Future]]): ...",
            "def f(x: Union[int, List[Any]]): ...",
            id="inside of another",
        ),
        pytest.param("def f(x: int | Future[int]): ...", "def f(x: int | Any): ...", id="a choice"),
        pytest.param(
            "Later = Union[Future, int]", "Later = Union[Any, int]", id="a name for a type"
        ),
        pytest.param("x: 'Future' = 3", "x: 'Any' = 3", id="a variable, in text"),
    ],
)
def test_says_any(before: str, after: str) -> None:
    assert fixed(f"{HEADER}{before}\n").endswith(f"{after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("_size_2_t = 3", "int | tuple[int, int] = 3"),
        ("Union[_size_2_t, str] = 3", "Union[int | tuple[int, int], str] = 3"),
        ('_size_2_t | str = "same"', '(int | tuple[int, int]) | str = "same"'),
    ],
)
def test_sizes_of_layers(before: str, after: str) -> None:
    header = "from typing import Union\nfrom torch.nn.common_types import _size_2_t\n"
    text = fixed(f"{header}def f(size: {before}): ...\n")
    assert text == f"from typing import Union\ndef f(size: {after}): ...\n"


def test_a_module_in_an_annotation_is_the_type_that_is_meant() -> None:
    text = fixed(
        "import torch\nfrom torch import nn, optim\n"
        "def f(net: nn, by: torch.optim, last: optim) -> torch.nn:\n    return net\n"
    )
    assert "def f(net: nn.Cell, by: nn.Optimizer, last: nn.Optimizer) -> nn.Cell:" in text
    assert "torch" not in text


def test_a_module_that_is_a_value_is_told() -> None:
    source = "import torch\nmodules: list = [torch.optim]\n"
    assert source == fixed(source, unsafe=True)
    assert "MP103" in {finding.code for finding in findings(source)}
