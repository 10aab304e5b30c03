"""What is changed in place on the way of a gradient: its derivative needs the values from before."""

from __future__ import annotations

import pytest

from .conftest import fixed

FORWARD = """import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.register_buffer("seen", torch.zeros(4))

    def forward(self, x):
        h = self.fc(x)
        d = {{"a": h * 2}}
        {line}
        return d["a"]
"""


def written(line: str, header: str = FORWARD) -> str:
    return fixed(header.format(line=line), unsafe=True)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ('d["a"].mul_(2)', 'd["a"].copy_(d["a"].mul(2))'),
        ('d["a"].exp_()', 'd["a"].copy_(d["a"].exp())'),
        ('d["a"].fill_(2)', 'd["a"].copy_(ops.full_like(d["a"], 2))'),
        ("self.seen.abs_()", "self.seen.copy_(self.seen.abs())"),
        (
            'with torch.no_grad():\n            d["a"].abs_()',
            'd["a"].copy_(d["a"].abs())',
        ),
    ],
)
def test_leaves_alone_what_needs_no_values_of_before(line: str, after: str) -> None:
    assert after in written(line)


def test_leaves_alone_what_no_gradient_goes_through() -> None:
    source = "import torch\n\ndef f(items):\n    {line}\n    return items\n"
    assert "items[0].copy_(items[0].unsqueeze(0).abs())" not in written("items[0].abs_()", source)
    assert ".copy()" not in written("b = items\n    b.clamp_(min=0)", source)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ('d["a"].abs_()', 'd["a"].copy_(d["a"].copy().abs())'),
        ('d["a"].clamp_(min=0)', 'd["a"].copy_(d["a"].copy().clamp(min=0))'),
        ('d["a"].mul_(h)', 'd["a"].copy_(d["a"].copy().mul(h))'),
        ('d["a"].addcmul_(h, h)', 'd["a"].copy_(d["a"].copy().addcmul(h, h))'),
        ('d["a"].erfinv_()', 'd["a"].copy_(erfinv(d["a"].copy()))'),
        ('torch.nn.functional.elu_(d["a"])', 'd["a"].copy_(elu(d["a"].copy(), 1))'),
        (
            'torch.nn.functional.silu(d["a"], inplace=True)',
            'd["a"].copy_(mint.nn.functional.silu(d["a"].copy()))',
        ),
    ],
)
def test_a_copy_keeps_what_the_derivative_needs(line: str, after: str) -> None:
    """Without it MindSpore 2.10 raises: a tensor needed for the gradient was modified in place."""
    assert after in written(line)
