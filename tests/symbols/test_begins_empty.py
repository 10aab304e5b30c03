"""Lists for torch.cat of which an item is at first a tensor without elements."""

from __future__ import annotations

import ast

import pytest

from mindport.nodes import function_around
from mindport.symbols.empty_beginnings import begins_empty


def asked(source: str) -> bool:
    tree = ast.parse(source)
    call = next(
        n for n in ast.walk(tree) if isinstance(n, ast.Call) and "cat" in ast.unparse(n.func)
    )
    return begins_empty(call.args[0], function_around(tree, call) or tree, tree)


@pytest.mark.parametrize(
    "source",
    [
        "torch.cat([a, b])",
        "torch.cat(parts)",
        "a = torch.ones(3)\ntorch.cat([a, b])",
        "a = torch.zeros(0, 4)\ntorch.cat([a, b])",
        "a = torch.tensor([])\na = torch.cat([a, b.float().view(-1)])",
        "a = torch.tensor([])\na = torch.cat([a, torch.ones(4)])",
        "a = [torch.zeros(3)]\na[0] = torch.cat([a[0], b])",
        "a = torch.empty(0)\nself.b = torch.cat([self.a, c])",
        "def f(a, b):\n    return torch.cat([a, b])\nc.append(torch.empty(0))",
        "def f(a, b):\n    return torch.cat([a, b])\na.append(torch.zeros(3))",
        "b = torch.rand(3, 4)\na = torch.Tensor([])\na = torch.cat([a, b.flatten(), torch.rand(1)])",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert not asked(source)


@pytest.mark.parametrize(
    "source",
    [
        "torch.cat([torch.tensor([]), b])",
        "a = torch.tensor([])\na = torch.cat([a, b])",
        "a = torch.empty(0)\nfor b in c:\n    a = torch.cat((a, b), dim=1)",
        "a = torch.Tensor()\na = torch.cat([a, b.view(-1, 4)])",
        "a = torch.Tensor([])\na = torch.cat([a, b])",
        "a = torch.tensor([])\na = torch.cat([a, labels.view(-1)])",
        "a = torch.tensor([])\na = torch.cat([a, b.flatten(), c.reshape(1)])",
        "a = []\na.append(torch.empty(0))\na[0] = torch.cat([a[0], b])",
        "a = {'x': torch.tensor([])}\na['x'] = torch.cat([a['x'], b], 1)",
        "a = [torch.zeros(0)] * 3\nb = torch.cat([a[i], c[i]])",
        "def f(a, b):\n    return torch.cat([a, b])\na = []\na.append(torch.empty(0))",
        "self.a = torch.tensor([])\nself.a = torch.cat([self.a, b])",
        "a = torch.zeros((0,))\na = torch.cat([b.view(-1), c, a])",
    ],
)
def test_is_seen(source: str) -> None:
    assert asked(source)
