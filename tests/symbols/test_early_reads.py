"""Attributes that are read further up than what they hold is seen."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

SOURCE = """\
import numpy as np
import torch
class Tracker:
    def __init__(self, labels=None):
        {first}
    def labels_of(self, size):
        if hasattr(self, "labels") and self.labels.size() == size:
            return self.labels
        self.labels = {value}
        return self.labels
"""


@pytest.mark.parametrize(
    "value", ["Labels(size)", "np.ones(size)", "self.made(torch.ones(size))", "load(size)"]
)
def test_leaves_what_may_be_anything(value: str) -> None:
    text = fixed(SOURCE.format(first="pass", value=value), unsafe=True)
    assert "self.labels.size() == size" in text


@pytest.mark.parametrize("first", ["pass", "self.labels = None"])
@pytest.mark.parametrize("value", ["torch.ones(size)", "torch.from_numpy(np.ones(size)).float()"])
def test_a_tensor_that_is_kept_at_the_first_call(first: str, value: str) -> None:
    text = fixed(SOURCE.format(first=first, value=value), unsafe=True)
    assert "self.labels.shape == size" in text


ASKED_BY_NAME = """\
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(3, 4)
        self.embed.weight.requires_grad = False
    def table(self):
        layer = getattr({asked})
        return layer.weight
"""


@pytest.mark.parametrize("asked", ["self, name", "self, 'embed', Own()", "other, 'embed'"])
def test_leaves_what_a_name_is_not_seen_to_give(asked: str) -> None:
    assert "return layer.weight" in fixed(ASKED_BY_NAME.format(asked=asked), unsafe=True)


@pytest.mark.parametrize("asked", ["self, 'embed'", "self, 'embed', None"])
def test_an_attribute_that_is_asked_for_by_its_name(asked: str) -> None:
    text = fixed(ASKED_BY_NAME.format(asked=asked), unsafe=True)
    assert "return layer.embedding_table" in text
