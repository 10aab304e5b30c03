"""Layers that setattr puts into others."""

from __future__ import annotations

import pytest

from .conftest import fixed

SOURCE = """
import torch
from torch import nn


class LoRALinear(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base


def inject(model: nn.Module, options):
    for name, module in list(model.named_modules()):
        parent = model.get_submodule(name)
        setattr(PARENT, name, VALUE)
"""


@pytest.mark.parametrize(
    ("parent", "value"),
    [
        ("options", "1"),
        ("options", "torch.ones(3)"),
        ("parent", "None"),
        ("options", "module.name"),
    ],
)
def test_leaves_alone_what_is_no_layer(parent: str, value: str) -> None:
    text = fixed(SOURCE.replace("PARENT", parent).replace("VALUE", value))
    assert f"setattr({parent}, name, " in text


@pytest.mark.parametrize("value", ["LoRALinear(module)", "nn.Identity()", "nn.Linear(3, 3)"])
def test_names_the_parameters_of_a_layer_after_its_place(value: str) -> None:
    text = fixed(SOURCE.replace("PARENT", "parent").replace("VALUE", value))
    assert "        set_child(parent, name, " in text and "setattr(parent, name, value" not in text
    assert "def set_child(parent, name, cell):" in text
