"""The worker's half of torch's own documentation in torch: its examples as programs.

A program holds the statements of one docstring that run, in their order. What an expression shows
is given a name, and what small draws give is written down, as a person would who wants the same
numbers twice.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import importlib
import inspect
import io
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from . import plain
from .compare import compare
from .example_job import TORCH_PRELUDE, bound_modules

DRAWS = ("rand", "randn", "randint", "randperm", "normal", "empty", "bernoulli", "multinomial")
LARGEST_WRITTEN = 80  # elements of a tensor that is written down
LARGEST = 3_000_000  # elements of one that is compared
DIGITS = 4
SHOWN = "shown"
# What docstrings leave to their readers, by name.
MODEL = (
    "model = nn.Linear(4, 1)\n"
    "input = torch.tensor([[0.5, -1.0, 2.0, 0.25], [1.5, 0.5, -0.5, 1.0]])\n"
    "target = torch.tensor([[1.0], [-1.0]])\n"
    "loss_fn = nn.MSELoss()\n"
)
STEP = (
    "    optimizer.zero_grad()\n    loss = loss_fn(model(input), target)\n"
    "    loss.backward()\n    optimizer.step()\n"
)
GIVEN = {
    "model": MODEL,
    "optimizer": "optimizer = torch.optim.SGD(model.parameters(), lr=0.05)",
    "train": f"def train(*_):\n{STEP}",
    "train_batch": f"def train_batch(*_):\n{STEP}",
    "validate": "def validate(*_):\n    return 0.5",
    "data_loader": "data_loader = [0, 1, 2]",
    "dataloader": "dataloader = [0, 1, 2]",
}


def documented(symbols: Sequence[str]) -> list[str]:
    """Those of ``symbols`` with examples in their docstrings, each docstring once."""
    found: dict[str, str] = {}
    for symbol in sorted(symbols, key=lambda name: (len(name), name)):
        text = _docstring(symbol)
        if ">>>" in text:
            found.setdefault(text, symbol)
    return sorted(found.values())


def program(symbol: str) -> str | None:
    """The examples of a symbol as a program whose last statement lists what it computed; None where
    nothing of it runs."""
    statements = list(_statements(_docstring(symbol)))
    kept, namespace, weights = _run(statements, symbol, None)
    again = _run(kept, symbol, weights)[1]
    names = [
        _seen(name, value, again.get(name))
        for name, value in namespace.items()
        if not name.startswith("_") and _is_compared(value)
    ]
    if isinstance(namespace.get("model"), torch.nn.Linear):
        names.append("model.weight")
    if not kept or not names:
        return None
    lines = [*map(ast.unparse, kept), f"[{', '.join(names)}]"]
    return "\n".join(lines)


def _docstring(symbol: str) -> str:
    parts = symbol.split(".")
    with contextlib.suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for count in range(len(parts), 0, -1):
            try:
                value = importlib.import_module(".".join(parts[:count]))
            except ImportError:
                continue
            for part in parts[count:]:
                value = inspect.getattr_static(value, part, None) or getattr(value, part)
            text = getattr(value, "__doc__", None)
            return text if isinstance(text, str) else ""
    return ""


def _statements(text: str) -> Iterator[ast.stmt]:
    """The statements of a docstring; what does not parse is no example."""
    try:
        examples = doctest.DocTestParser().get_examples(text)
    except ValueError:
        return
    for example in examples:
        with contextlib.suppress(SyntaxError):
            yield from ast.parse(example.source).body


def _run(
    statements: Sequence[ast.stmt], symbol: str, weights: Mapping[str, Any] | None
) -> tuple[list[ast.stmt], dict[str, Any], dict[str, Any]]:
    """The statements that ran, the names that they bound, and the modules' first weights.

    Without ``weights`` draws are written down and shown values named; with them, the modules take
    them and other numbers are drawn, so that what differs hangs on draws.
    """
    first = weights is None
    taken: dict[str, Any] = dict(weights or {})
    torch.manual_seed(0 if first else 1)
    np.random.seed(0 if first else 1)
    namespace: dict[str, Any] = {}
    exec(TORCH_PRELUDE, namespace)
    given = set(namespace)
    kept: list[ast.stmt] = []
    seen: dict[int, Any] = {}
    waiting = list(reversed(statements))
    supplied: set[str] = set()
    while waiting:
        statement = waiting.pop()
        made = _written(statement, symbol, namespace, len(kept)) if first else statement
        code = compile(ast.Module([ast.fix_missing_locations(made)], []), "<docstring>", "exec")
        try:
            with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(code, namespace)
        except NameError as error:
            name = error.name or ""
            missing = _supply(symbol, name) if first and name not in supplied else ""
            if missing:
                supplied.add(name)
                waiting += [statement, *reversed(ast.parse(missing).body)]
            continue
        except Exception:
            continue
        for name, module in bound_modules(namespace, torch.nn.Module):
            if id(module) not in seen:
                seen[id(module)] = module
                key = f"{name}#{len(seen)}"
                if first:
                    taken[key] = {n: t.clone() for n, t in module.state_dict().items()}
                elif key in taken:
                    module.load_state_dict(taken[key])
        kept.append(made)
    bound = {name: value for name, value in namespace.items() if name not in given}
    return kept, bound, taken


def _supply(symbol: str, name: str) -> str:
    """What gives a name its value that a docstring leaves to its reader; nothing where none is known."""
    home = symbol.rpartition(".")[0]
    parent = sys.modules.get(home)
    if parent is not None and home != "torch" and hasattr(parent, name):
        return f"from {home} import {name}"
    return GIVEN.get(name, "")


def _written(
    statement: ast.stmt, symbol: str, namespace: Mapping[str, Any], number: int
) -> ast.stmt:
    """The statement with its draws written down and, where it only shows a value, a name for it."""
    if isinstance(statement, (ast.Assign, ast.Expr, ast.AnnAssign)):
        statement = ast.fix_missing_locations(_Draws(symbol, namespace).visit(statement))
    if not isinstance(statement, ast.Expr) or isinstance(statement.value, (ast.Name, ast.Yield)):
        return statement
    called = statement.value.func if isinstance(statement.value, ast.Call) else None
    if isinstance(called, ast.Name) and called.id == "print":
        return statement
    if isinstance(called, ast.Attribute) and called.attr in ("backward", "step", "zero_grad"):
        return statement
    return ast.Assign([ast.Name(f"{SHOWN}_{number}", ast.Store())], statement.value)


class _Draws(ast.NodeTransformer):
    """Puts ``torch.tensor([...])`` in the place of draws whose arguments are constants."""

    def __init__(self, symbol: str, namespace: Mapping[str, Any]) -> None:
        self._symbol, self._namespace = symbol, namespace

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name not in DRAWS or ast.unparse(node.func) != f"torch.{name}":
            return node
        if self._symbol == f"torch.{name}":
            return node
        expression = ast.fix_missing_locations(ast.Expression(node))
        try:
            tensor = eval(compile(expression, "<draw>", "eval"), dict(self._namespace))
        except Exception:
            return node
        if name == "empty":
            tensor = torch.zeros_like(tensor)
        return ast.parse(_literal(tensor), mode="eval").body


def _literal(tensor: torch.Tensor) -> str:
    """An expression that makes the tensor, or for a large one another of its shape and dtype."""
    extra = "" if tensor.dtype in (torch.float32, torch.int64) else f", dtype={tensor.dtype}"
    grad = ", requires_grad=True" if tensor.requires_grad else ""
    if tensor.numel() and tensor.numel() <= LARGEST_WRITTEN:
        values = _rounded(tensor.detach().tolist())
        return f"torch.tensor({values!r}{extra}{grad})"
    shape = tuple(tensor.shape)
    if not tensor.numel():
        return f"torch.zeros({shape}{extra}{grad})"
    if not tensor.is_floating_point():
        low, high = int(tensor.min()), int(tensor.max())
        made = f"(torch.arange({tensor.numel()}) % {high - low + 1} + {low}).reshape{shape}"
    else:
        made = f"torch.sin(torch.arange({tensor.numel()}, dtype=torch.float32)).reshape{shape}"
    if extra:
        made += f".to({tensor.dtype})"
    return f"{made}.requires_grad_()" if grad else made


def _rounded(value: Any) -> Any:
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, complex):
        return complex(round(value.real, DIGITS), round(value.imag, DIGITS))
    return round(value, DIGITS) if isinstance(value, float) else value


def _is_compared(value: Any) -> bool:
    """Whether a name's value is one that both frameworks have: tensors, numbers, groups of them."""
    if isinstance(value, torch.Tensor):
        return bool(value.numel() <= LARGEST)
    if isinstance(value, (list, tuple)):
        return bool(value) and all(map(_is_compared, value))
    if isinstance(value, dict):
        return bool(value) and all(map(_is_compared, value.values()))
    return isinstance(value, (int, float, complex, torch.dtype, np.ndarray, np.generic))


def _seen(name: str, value: Any, other: Any) -> str:
    """What is compared of a name: its value or, where that is drawn, what is the same every time."""
    same = compare(plain.from_torch(value), plain.from_torch(other), 0.0, 0.0)
    if same.outcome == "equal":
        return name
    return f"{name}.shape" if isinstance(value, torch.Tensor) else f"type({name}).__name__"
