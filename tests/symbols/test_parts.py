"""Which expressions may be parts of other tensors."""

from __future__ import annotations

import ast

import pytest

from mindport.nodes import find
from mindport.symbols.flow import find_uses
from mindport.symbols.parts import is_part
from mindport.symbols.workspace import Workspace

WHOLE = {
    "a parameter": "f(x)",
    "a new tensor": "y = x[0] + 1; f(y)",
    "a copy of a part": "y = x[0].clone(); f(y)",
    "an item of a list": "y = [x, x + 1]; f(y[0])",
    "an item of a dict": "f(rows['loss'])",
    "what an object holds": "f(self.total)",
    "new tensors": "y = [torch.zeros_like(x) for _ in range(2)]; f(y)",
    "a list of copies": "y = [torch.zeros(3)] * 2; f(y)",
    "data": "f(x.data)",
    "itself again": "x = x.contiguous(); f(x)",
    "itself again and again": "; ".join(["x = x.to(x.device)"] * 40) + "; f(x)",
    "another shape of a new tensor": "y = torch.zeros(6).view(2, 3); f(y)",
    "another shape of a sum": "f((x + 1).t().reshape(-1))",
    "a float of a new tensor": "f(torch.arange(6).float().view(2, 3))",
    "two names in turn": "; ".join(["x = y.float(); y = x.cpu()"] * 20) + "; f(y)",
    "parameters": "for p in net.parameters(): f(p.data)",
}
PARTS = {
    "a row": "f(x[0])",
    "a row of what is unknown": "f(rows[i])",
    "a transposed tensor": "f(x.T)",
    "another shape": "f(x.view(-1))",
    "another shape of what a function gives": "f(table(x).view(-1))",
    "another shape of another shape": "f(x.view(-1).t())",
    "a function": "f(torch.transpose(x, 0, 1))",
    "through a name": "y = x[1:]; f(y)",
    "through two names": "z = x.t(); y = z; f(y)",
    "on one of two ways": "y = x + 1\nif c: y = x[0]\nf(y)",
    "one of several results": "a, b = x.chunk(2); f(b)",
    "in a list": "f([x, x[0]])",
    "a list of parts": "f(list(x.chunk(2)))",
    "parts in a loop": "f([x[i] for i in range(2)])",
    "what a loop takes": "for row in x.unbind(0): f(row)",
    "what may be the same": "f(x[0].contiguous())",
    "at one of many times": "; ".join(["x = x.cpu()"] * 40) + "; x = x.t(); x = x.cpu(); f(x)",
    "data of a part": "f(x[0].data)",
}


def is_part_of(body: str) -> bool:
    lines = "\n    ".join(body.replace("; ", "\n").splitlines())
    tree = ast.parse(f"import torch\n\ndef g(self, x, net, rows, i, c):\n    {lines}\n")
    bindings = find_uses(tree, "example.py", Workspace())
    (function,) = find(tree, ast.FunctionDef)
    (call,) = [n for n in find(function, ast.Call) if ast.unparse(n.func) == "f"]
    return is_part(call.args[0], function, bindings.values.get)


@pytest.mark.parametrize("name", WHOLE)
def test_a_tensor_of_its_own(name: str) -> None:
    assert not is_part_of(WHOLE[name])


@pytest.mark.parametrize("name", PARTS)
def test_a_part_of_another(name: str) -> None:
    assert is_part_of(PARTS[name])
