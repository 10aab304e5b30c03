"""Hooks of tensors in compiled code; the forms were run: tests/knowledge/test_graph.py."""

from __future__ import annotations

import pytest

from .test_graph import codes

NET = """
import torch
from torch import nn

def double(grad):
    return grad * 2

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        h = self.fc(x)
        {body}
        return h
"""


@pytest.mark.parametrize("body", ["h.register_hook(double)", "hook = lambda grad: grad * 2"])
def test_functions_of_the_file_are_left_alone(body: str) -> None:
    assert "MP402" not in codes(NET.format(body=body))


@pytest.mark.parametrize(
    "body",
    [
        "h.register_hook(lambda grad: grad * 2)",
        "hook = lambda grad: grad * 2; h.register_hook(hook)",
        "def hook(grad): return grad * 2\n        h.register_hook(hook)",
    ],
    ids=["a lambda", "a name", "a function"],
)
def test_what_is_made_beside_the_call_is_told(body: str) -> None:
    assert "MP402" in codes(NET.format(body=body))
