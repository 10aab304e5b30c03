"""A dataset that gives whole batches, which MindSpore's loaders do not ask for."""

from __future__ import annotations

import pytest

from .conftest import findings

SOURCE = """\
import torch
from torch.utils.data import Dataset, TensorDataset


class Data({base}):
    def __getitem__(self, i):
        return torch.ones(2)

    def {method}(self, indices):
        return [self[i] for i in indices]
"""


def told(source: str) -> list[str]:
    return [f.symbol for f in findings(source) if f.symbol.endswith("__getitems__")]


@pytest.mark.parametrize(
    ("base", "method"),
    [("Dataset", "get_items"), ("object", "__getitems__"), ("torch.nn.Module", "__getitems__")],
)
def test_leaves_alone(base: str, method: str) -> None:
    assert told(SOURCE.format(base=base, method=method)) == []


@pytest.mark.parametrize("base", ["Dataset", "TensorDataset", "torch.utils.data.Subset"])
def test_is_told(base: str) -> None:
    source = SOURCE.format(base=base, method="__getitems__")
    assert told(source) == ["torch.utils.data.Dataset.__getitems__"]
