"""The dtype of an expression, as far as its file tells."""

from __future__ import annotations

import ast

import pytest

from mindport.symbols.dtypes import dtype_of, mixes


def dtype(source: str) -> str:
    """The dtype of the last expression of ``source``."""
    tree = ast.parse(source)
    last = tree.body[-1]
    assert isinstance(last, ast.Expr)
    return dtype_of(last.value, tree)


@pytest.mark.parametrize(
    "source",
    [
        "x",
        "x + y",
        "f(x)",
        "x.clamp(0)",
        "np.zeros(3)",
        "torch.tensor(values)",
        "torch.full((2,), value)",
        "torch.zeros(2, **options)",
        "y = x.long()\nif c:\n    y = x\ny",
        "y = x.long()\ny += 0.5\ny",
        "for y in x.long():\n    pass\ny",
        "(x > 0) * 2",
        "x.long() / 2",
        "x.long() * 0.5",
        "x.to(device)",
        "y = torch.zeros(3)\ny = f(y)\ny",
        "y = torch.zeros(3)\nif c:\n    y = y.long()\ny",
        "y = torch.zeros(3)\ny = y.to(other)\ny",
        "y = torch.zeros(3)\ndef f(y):\n    pass\ny",
        "(x > 0) & y",
        "torch.flip(x, [0])",
        "torch.zeros_like(x)",
        "torch.flip(dims=[0], input=x)",
    ],
)
def test_not_told(source: str) -> None:
    assert dtype(source) == ""


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("x > 0", "bool"),
        ("(x > 0) & ~(y < 1) | torch.isin(x, y)", "bool"),
        ("torch.flip(x.long(), [0])", "int64"),
        ("torch.zeros_like(x.double())", "float64"),
        ("torch.full_like(x.long(), 1, dtype=torch.float64)", "float64"),
        ("x.half().new_zeros(3)", "float16"),
        ("~(x > 0)[0]", "bool"),
        ("x.ne(1)", "bool"),
        ("x.long().view(-1)", "int64"),
        ("x.to(torch.half)", "float16"),
        ("x.to(device, torch.int)", "int32"),
        ("x.type(torch.bool)", "bool"),
        ("torch.zeros(3, dtype=torch.uint8)", "uint8"),
        ("torch.cfloat", "complex64"),
        ("torch.zeros(3)", "float32"),
        ("torch.arange(5)", "int64"),
        ("torch.arange(0, n)", ""),
        ("torch.arange(1, args.scale + 1)", ""),
        ("torch.arange(1, args.d_state + 1)", "int64"),
        ("b, t = x.size()\ntorch.arange(t)", "int64"),
        ("b, t = x\ntorch.arange(t)", ""),
        ("torch.arange(len(x) // 2)", "int64"),
        ("torch.arange(len(x) / 2)", ""),
        ("repeat(torch.arange(4), 'n -> d n', d=3)", "int64"),
        ("torch.arange(0, 1, 0.1)", ""),
        ("torch.tensor(0.5)", "float32"),
        ("torch.tensor(True)", "bool"),
        ("torch.tensor([[1, -2], [3, 4]])", "int64"),
        ("torch.tensor([True, False])", "bool"),
        ("torch.tensor([1, 0.5])", "float32"),
        ("torch.tensor([])", ""),
        ("torch.tensor([1, n])", ""),
        ("F.softmax(x, -1)", "floating"),
        ("y = x.int()\ny[1:] + 1", "int32"),
        ("y = z = x.half()\nz * 2.5", "float16"),
        ("y = x.half()\ny = y.clone()\ny", "float16"),
        ("y = x.half()\ny = y.to(self.device).t()\ny = y.to('cuda')\ny", "float16"),
        ("if c:\n    y = x.int()\nelse:\n    y = z.int()\ny", "int32"),
    ],
)
def test_told(source: str, name: str) -> None:
    assert dtype(source) == name


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("def f(mask: torch.Tensor):\n    mask", ""),
        ("def f(n=4):\n    torch.arange(n)", "int64"),
        ("def f(n: int):\n    torch.arange(n)", "int64"),
        ("def f(n=4):\n    n = n / 2\n    torch.arange(n)", ""),
        ("def f(n=4.0):\n    torch.arange(n)", ""),
        ("def f(mask: torch.FloatTensor):\n    mask", ""),
        ("def f(mask: torch.ByteTensor):\n    mask = mask.bool()\n    mask", ""),
        ("def f(x, mask: torch.ByteTensor):\n    g = lambda mask: mask\n    mask", ""),
        ("def f(x, mask: torch.ByteTensor):\n    mask[0].unsqueeze(1)", "uint8"),
        ("def f(x, *, mask: ByteTensor):\n    mask", "uint8"),
    ],
)
def test_annotated(source: str, name: str) -> None:
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef)
    last = function.body[-1]
    assert isinstance(last, ast.Expr)
    assert dtype_of(last.value, function) == name


@pytest.mark.parametrize(("name", "expected"), [("timesteps", True), ("values", False)])
def test_what_is_called_timesteps_is_taken_for_whole_numbers(name: str, expected: bool) -> None:
    tree = ast.parse(f"def f({name}):\n    return torch.cat([torch.zeros(2), {name}])\n")
    call = next(n for n in ast.walk(tree) if isinstance(n, ast.List))
    assert mixes(call, tree.body[0]) is expected
