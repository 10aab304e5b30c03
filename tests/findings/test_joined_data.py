"""The sum of two datasets is one behind the other."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

SOURCE = """import torch
from torch.utils.data import Dataset, IterableDataset, Subset


class Numbers(Dataset):
    def __init__(self, count):
        self.count = count


class Added(Numbers):
    def __add__(self, other):
        return Added(self.count + other.count)


class Stream(IterableDataset):
    def __iter__(self):
        return iter(range(3))


class Holder:
    def __init__(self):
        self.all = Numbers(3)

    def join(self, extra: Numbers):
        STATEMENT


def merge(train, extra):
    STATEMENT


merge(Numbers(3), Numbers(4))
"""


@pytest.mark.parametrize("call", ["sum(extra, train)", "sum(extra, start=train)"])
def test_the_sum_of_a_list_of_datasets(call: str) -> None:
    text = fixed(SOURCE.replace("STATEMENT", f"return {call}"))
    assert "    return ConcatDataset([train, *extra])\n" in text


@pytest.mark.parametrize(
    "statement",
    [
        "return sum(extra)",
        "return sum(len(part) for part in extra)",
        "return sum(extra, Added(3))",
        "return Added(3) + Added(4)",
        "return train.count + 4",
        "return len(train) + len(extra)",
        "return torch.utils.data.DataLoader(train) + extra",
        "return train - extra",
    ],
)
def test_leaves_alone(statement: str) -> None:
    found = findings(SOURCE.replace("STATEMENT", statement))
    assert [f for f in found if "sum of two datasets" in f.message.en] == []


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("return train + extra", "return ConcatDataset([train, extra])"),
        (
            "return train + extra + Subset(train, [0])",
            "return ConcatDataset([ConcatDataset([train, extra]), Subset(train, [0])])",
        ),
        ("train += extra", "train = ConcatDataset([train, extra])"),
        ("self.all += extra", "self.all = ConcatDataset([self.all, extra])"),
        ("return Stream() + Stream()", "return ChainDataset([Stream(), Stream()])"),
    ],
)
def test_one_behind_the_other(statement: str, after: str) -> None:
    assert f"    {after}\n" in fixed(SOURCE.replace("STATEMENT", statement))
