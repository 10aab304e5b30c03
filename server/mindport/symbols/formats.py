"""Tensors that are written with a format specification: f-strings, ``str.format``, ``format``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from string import Formatter

from mindport.nodes import find, function_around, name_of
from mindport.symbols.assignments import given_last
from mindport.symbols.uses import Formatted
from mindport.symbols.values import NUMBER_OR_TENSOR, UNKNOWN, Value, is_tensor
from mindport.symbols.walk import Walk

# Methods without arguments that arrays and numbers have not.
OF_TENSORS = frozenset({"bfloat16", "cpu", "cuda", "detach", "double", "float", "half"})
NUMBERS = frozenset({"float", "int", "object"})  # what a sum begins with, and what that gives
# What gives a tensor of a tensor, an array of an array and a number of neither.
REDUCING = frozenset({"abs", "max", "mean", "median", "min", "norm", "std", "sum", "var"})
HOLDS_LOSSES = re.compile(
    r"loss|metric", re.IGNORECASE
)  # what people call dicts of what is trained by
# The presentation types of floating point numbers, which float() suits whatever is shown.
FLOATING = tuple("eEfFgG%")
CRITERION = re.compile(r"crit|loss", re.IGNORECASE)  # what people call functions that give a loss


def note_formatted_value(walk: Walk, node: ast.FormattedValue, value: Value) -> None:
    """``f"{loss:.4f}"``."""
    if node.conversion != -1:
        return
    assert isinstance(node.format_spec, ast.JoinedStr)
    parts = node.format_spec.values
    literal = [p.value for p in parts if isinstance(p, ast.Constant)]
    spec = "".join(map(str, literal)) if len(literal) == len(parts) else None
    if _may_be_tensor(walk, node.value, value) or _is_guessed(walk, node.value, value, spec):
        walk.formatted.append(Formatted(node.value, spec, value))


def note_formatted(walk: Walk, call: ast.Call, arguments: Sequence[Value]) -> None:
    """``"{:.4f}".format(loss)`` of a text that is written out there or where its name
    was given it, and ``format(loss, ".4f")``."""
    if isinstance(call.func, ast.Name):
        if _may_be_tensor(walk, call.args[0], arguments[0]):
            given = call.args[1]
            known = str(given.value) if isinstance(given, ast.Constant) else None
            walk.formatted.append(Formatted(call.args[0], known, arguments[0]))
        return
    text = _text(walk, call.func.value) if isinstance(call.func, ast.Attribute) else None
    if text is None:
        return
    values = dict(zip(call.args, arguments, strict=True))
    for name, spec in fields_of(text):
        shown = _shown(call, name)
        if shown is None:
            continue
        value = values.get(shown) or walk.values.get(shown, UNKNOWN)
        if _may_be_tensor(walk, shown, value) or _is_guessed(walk, shown, value, spec):
            walk.formatted.append(Formatted(shown, None if "{" in spec else spec, value))


def _text(walk: Walk, node: ast.expr) -> str | None:
    """What ``format`` is called of: of a name, what it was given last above that line."""
    if isinstance(node, ast.Name):
        function = function_around(walk.tree, node)
        above = given_last(function, node) if function is not None else None
        node = above or given_last(walk.tree, node) or node
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) else None


def _may_be_tensor(walk: Walk, node: ast.expr, value: Value) -> bool:
    """Whether it is one, or what a function that is not known gives for one, or what is called or
    used as a loss is, or counted up as tensors are."""
    if is_tensor(value) or value is NUMBER_OR_TENSOR:
        return True
    if value is not UNKNOWN and value.name not in NUMBERS:
        return False
    match node:
        case ast.BinOp(left, _, right):
            sides = ((one, walk.values.get(one, UNKNOWN)) for one in (left, right))
            return any(_may_be_tensor(walk, side, held) for side, held in sides)
        case ast.Call(ast.Attribute(attr=method), []) if method in OF_TENSORS:
            return walk.has_torch
        case ast.Call(args=arguments) if value is UNKNOWN:
            given = (walk.values.get(argument, UNKNOWN) for argument in arguments)
            return any(one is NUMBER_OR_TENSOR or is_tensor(one) for one in given)
        case ast.Name() if walk.has_torch:
            return (value is UNKNOWN and _is_loss(walk, node)) or _is_counted(walk, node)
    return False


def _is_guessed(walk: Walk, node: ast.expr, value: Value, spec: str | None) -> bool:
    """Whether what is not known may be a tensor where it is shown as a floating point number:
    ``metric.mean()``, ``losses["total"]`` and what ``for name, loss in losses.items()`` takes."""
    if not walk.has_torch or value is not UNKNOWN or not (spec or "").endswith(FLOATING):
        return False
    match node:
        case ast.Call(ast.Attribute(held, method), []) if method in REDUCING:
            return walk.values.get(held, UNKNOWN) is UNKNOWN
        case ast.Subscript(held, ast.Constant(str())):
            unknown = walk.values.get(held, UNKNOWN) is UNKNOWN
            return unknown and HOLDS_LOSSES.search(name_of(held)) is not None
        case ast.Name(name):
            return any(map(HOLDS_LOSSES.search, _looped_over(walk, name)))
    return False


def _looped_over(walk: Walk, name: str) -> Iterator[str]:
    """What the dicts are called whose values loops of the file call ``name``."""
    loops: list[ast.For | ast.comprehension] = list(find(walk.tree, ast.For))
    for loop in (*loops, *find(walk.tree, ast.comprehension)):
        match loop.target, loop.iter:
            case ast.Tuple([_, ast.Name(bound)]), ast.Call(ast.Attribute(held, "items"), []):
                if bound == name and walk.values.get(held, UNKNOWN) is UNKNOWN:
                    yield name_of(held)


def _is_loss(walk: Walk, name: ast.Name) -> bool:
    """``loss`` of ``loss = criterion(x, y)`` or of ``loss.backward()``."""
    scope = function_around(walk.tree, name) or walk.tree
    for call in find(scope, ast.Call):
        match call.func:
            case ast.Attribute(ast.Name(held), "backward") if held == name.id:
                return True
    made = given_last(scope, name)
    return isinstance(made, ast.Call) and bool(CRITERION.search(name_of(made.func)))


def _is_counted(walk: Walk, name: ast.Name) -> bool:
    """``correct`` of ``correct += pred.eq(y).sum()``, which adds a tensor unless pred is an array."""
    scope = function_around(walk.tree, name) or walk.tree
    for added in find(scope, ast.AugAssign):
        match added:
            case ast.AugAssign(ast.Name(held), ast.Add(), ast.Call(ast.Attribute(attr="sum"))):
                if held == name.id and added.lineno < name.lineno:
                    return True
    return False


def fields_of(text: str) -> Iterator[tuple[str, str]]:
    """Name or number, and specification, of each field that has one and nothing else."""
    try:
        parsed = list(Formatter().parse(text))
    except ValueError:
        return
    position = 0
    for _, name, spec, conversion in parsed:
        if name is None:
            continue
        number = str(position)
        position += (not name) + (spec or "").count("{}")
        if spec and not conversion:
            yield name or number, spec


def _shown(call: ast.Call, name: str) -> ast.expr | None:
    """The argument that a field shows."""
    if not name.isdigit():
        return next((k.value for k in call.keywords if k.arg == name), None)
    index = int(name)
    before = call.args[: index + 1]
    spread = any(isinstance(argument, ast.Starred) for argument in before)
    return None if spread or len(before) <= index else before[index]
