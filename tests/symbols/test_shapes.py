"""The shape of an expression, as far as its file tells."""

from __future__ import annotations

import ast

import pytest

from mindport.symbols.shapes import Shape, shape_of


def shape(source: str) -> Shape | None:
    """The shape of the last expression of ``source``."""
    tree = ast.parse(source)
    last = tree.body[-1]
    assert isinstance(last, ast.Expr)
    return shape_of(last.value, tree)


@pytest.mark.parametrize(
    "source",
    [
        "x",
        "x + y",
        "f(x)",
        "np.zeros(3)",
        "torch.zeros(size)",
        "torch.zeros(*sizes)",
        "torch.zeros((3, *rest))",
        "torch.zeros(3, **options)",
        "torch.full(size, 1.0)",
        "torch.tensor(values)",
        "torch.tensor([[1, 2], values])",
        "torch.zeros(2, 3).mean(0)",
        "x.view(size)",
        "x.view(torch.int32)",
        "x.reshape(*sizes)",
        "x.reshape(2, *sizes)",
        "torch.zeros(2, 3).unsqueeze(dim)",
        "torch.zeros(2, 3) / y",
        "n / 10",
        "torch.zeros(2, 3)[:1]",
        "torch.zeros(2, 3)[i]",
        "y = torch.zeros(2, 3)\nif c:\n    y = y[0]\ny",
        "y = torch.zeros(2, 3)\ny.unsqueeze_(0)\ny",
        "y = torch.zeros(2, 3)\ny.data = z\ny",
        "torch.flatten(x)",
        "x.flatten(1, 2)",
        "F.relu(x)",
        "for y in torch.zeros(2, 3):\n    pass\ny",
    ],
)
def test_not_told(source: str) -> None:
    assert shape(source) is None


@pytest.mark.parametrize(
    ("source", "sizes"),
    [
        ("torch.zeros(2, 3)", (2, 3)),
        ("torch.zeros(8).reshape(2, 4) / 10", (2, 4)),
        ("torch.randn((2, n), device=d)", (2, None)),
        ("torch.ones(n, 3)", (None, 3)),
        ("torch.rand(size=[4])", (4,)),
        ("torch.zeros(())", ()),
        ("torch.full((2, 1), value)", (2, 1)),
        ("torch.randint(0, 5, (3,))", (3,)),
        ("torch.tensor(0.5)", ()),
        ("torch.tensor([[1, -2], [3, 4], [5, 6]])", (3, 2)),
        ("torch.tensor([])", (0,)),
        ("torch.zeros(2, 3).cuda().long()", (2, 3)),
        ("torch.zeros(2, 3) > 1", (2, 3)),
        ("torch.flatten(x, 1)", (None, None)),
        ("x.flatten(1)", (None, None)),
        ("F.relu(torch.zeros(2, 3))", (2, 3)),
        ("~torch.eye(n, dtype=torch.bool)", (None, None)),
        ("-torch.eye(3, 4)", (3, 4)),
        ("torch.zeros(2, 3)[0]", (3,)),
        ("torch.arange(6).reshape(2, 3)", (2, 3)),
        ("x.view(n, 4, -1)", (None, 4, None)),
        ("x.reshape((2, -1))", (2, None)),
        ("torch.zeros(2, 3).unsqueeze(-1)", (2, 3, 1)),
        ("torch.zeros(2, 3).unsqueeze(0)", (1, 2, 3)),
        ("y = torch.zeros(2, 3)\ny = y.to(device)\ny.float()", (2, 3)),
    ],
)
def test_told(source: str, sizes: Shape) -> None:
    assert shape(source) == sizes
