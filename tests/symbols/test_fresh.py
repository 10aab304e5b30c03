"""What counts as fresh shares no memory with what it got, in torch's own samples."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils import _pytree

from mindport.symbols.fresh import FRESH, WITH_TWIN

EACH = 2  # samples a function
OWNERS = ("", "nn.functional.")
INFOS = [
    info
    for info in op_db
    if any(info.name == f"{owner}{name}" for owner in OWNERS for name in FRESH)
]


def memory(values: Any) -> set[int]:
    """Where the tensors among ``values`` lie."""
    tensors = [leaf for leaf in _pytree.tree_leaves(values) if isinstance(leaf, torch.Tensor)]
    return {t.untyped_storage().data_ptr() for t in tensors if t.untyped_storage().nbytes()}


def callables(name: str) -> Iterator[Callable[..., Any]]:
    found: Any = torch
    for part in name.split("."):
        found = getattr(found, part, None)
    if callable(found):
        yield found
    method = getattr(torch.Tensor, name, None)
    if callable(method):
        yield method


@pytest.mark.parametrize("info", INFOS, ids=[f"{i.name} {i.variant_test_name}" for i in INFOS])
def test_the_result_shares_nothing_with_the_arguments(info: Any) -> None:
    kind = torch.float32 if torch.float32 in info.supported_dtypes("cpu") else torch.int64
    for sample in itertools.islice(info.sample_inputs("cpu", kind), EACH):
        given = (sample.input, sample.args, sample.kwargs)
        for function in callables(info.name):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    result = function(sample.input, *sample.args, **sample.kwargs)
                except (TypeError, RuntimeError, AttributeError):
                    continue
            assert not memory(result) & memory(given)


def test_every_twin_has_an_in_place_method() -> None:
    assert [name for name in WITH_TWIN if not hasattr(torch.Tensor, f"{name}_")] == []
