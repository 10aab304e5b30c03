"""What in a method differs from one training step to the next."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from mindport.findings.callers import Callers, draws
from mindport.findings.used_layers import is_layer, is_of_self, nodes
from mindport.nodes import name_of, walk
from mindport.symbols.shapes import whole_number
from mindport.symbols.values import ClassInfo

# Methods whose result in a condition is a value of the data.
VALUES = frozenset({"item", "any", "all", "sum", "max", "min", "mean", "norm", "tolist", "argmax"})
# What gives as many items as the data have it.
SIZED = frozenset({"nonzero", "masked_select", "unique", "argwhere", "flatnonzero"})
SETTINGS = (None, True, False)
# What a network is told by a text that all training steps have in common.
PHASE = re.compile(
    r"(train(ing)?|test(ing)?|eval(uat\w+)?|val(id(ation)?)?|predict(ion)?|infer(ence)?|loss|deploy"
    r"|export|onnx)$",
    re.I,
)


@dataclass(frozen=True)
class Method:
    """A method that computes something; what in it differs from one training step to the next."""

    info: ClassInfo
    node: ast.FunctionDef
    callers: Callers

    @property
    def parameters(self) -> set[str]:
        return {a.arg for a in walk(self.node.args) if isinstance(a, ast.arg)} - {"self"}

    def is_given(self, name: str, is_none: bool = False) -> bool | None:
        """Whether callers give a parameter now this and now that; None where none is seen."""
        return self.callers.vary(self.node, name, is_none)


def varying_names(forward: ast.FunctionDef) -> set[str]:
    """Names of what is drawn, read from the data, or decided by such a value."""
    found: set[str] = set()
    compared = {
        name
        for node in walk(forward)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Compare)
        for name in targets_of(node)
    }
    while True:
        known = len(found)
        for node in walk(forward):
            if isinstance(node, ast.Assign) and (
                draws(node.value) or _decides(node.value, found) or _is_sized(node.value, compared)
            ):
                found |= targets_of(node)
            elif isinstance(node, ast.If) and (draws(node.test) or _decides(node.test, found)):
                flags = [n for n in nodes([*node.body, *node.orelse]) if _is_flag(n)]
                found |= {
                    name for n in flags if isinstance(n, ast.Assign) for name in targets_of(n)
                }
        if len(found) == known:
            return found


def _is_sized(node: ast.AST, compared: set[str]) -> bool:
    """``torch.where(mask)[0]`` and ``x[y == 1]``: the data say how much of it there is."""
    while isinstance(node, ast.Subscript):
        chooses = node.slice
        if isinstance(chooses, ast.Compare) or (
            isinstance(chooses, ast.Name) and chooses.id in compared
        ):
            return True
        node = node.value
    if not isinstance(node, ast.Call):
        return False
    name = name_of(node.func)
    if name in SIZED or (name == "where" and len(node.args) == 1):
        return True
    return isinstance(node.func, ast.Attribute) and _is_sized(node.func.value, compared)


def targets_of(node: ast.Assign | ast.For) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    items = [n for t in targets for n in (t.elts if isinstance(t, ast.Tuple) else [t])]
    return {item.id for item in items if isinstance(item, ast.Name)}


def _is_flag(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, bool)
    )


def _decides(node: ast.AST, varying: set[str]) -> bool:
    """Whether an expression is true or false with a value that varies."""
    return any(
        isinstance(inner, ast.Name) and inner.id in varying
        for part in walk(node)
        if isinstance(part, ast.Compare | ast.BoolOp | ast.UnaryOp)
        for inner in walk(part)
    )


def varies(method: Method, test: ast.expr, varying: set[str]) -> bool:
    """Whether a condition may come out otherwise from one training step to the next."""
    if draws(test):
        return True
    parameters = method.parameters
    for node in walk(test):
        if isinstance(node, ast.Name) and node.id in varying:
            return True
        if isinstance(node, ast.Call):
            name = name_of(node.func)
            if (
                isinstance(node.func, ast.Attribute)
                and name in VALUES
                and not is_of_self(node.func)
            ):
                return True
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            fixed = any(_is_setting(s) or _is_phase(s) for s in sides)
            if not fixed and any(isinstance(s, ast.Name) and s.id in parameters for s in sides):
                return True
            if not fixed and any(_is_stored(method, n) for side in sides for n in walk(side)):
                return True
    for flag, is_none in _flags(test):
        if isinstance(flag, ast.Name) and flag.id in parameters:
            if method.is_given(flag.id, is_none):
                return True
        elif not is_none and _is_stored(method, flag):
            return True
    return False


def may_have_no_round(loop: ast.For) -> bool:
    """``for _ in range(random.randint(0, 2))``: what is drawn may say that it has none.

    A number that is drawn from those above where the range begins is none that may.
    """
    if not isinstance(loop.iter, ast.Call) or name_of(loop.iter.func) != "range":
        return False
    given = loop.iter.args
    start = whole_number(given[0]) if len(given) > 1 else 0
    stop = given[min(1, len(given) - 1)] if given else None
    if stop is None or not draws(stop):
        return False
    if isinstance(stop, ast.Call) and len(stop.args) == 2 and start is not None:
        lowest = whole_number(stop.args[0])
        return lowest is None or lowest <= start
    return True


def _is_stored(method: Method, node: ast.AST) -> bool:
    """``self.stage``, which other code sets later on; a layer is there or not from the beginning."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
        and not is_layer(method.info, {}, node, surely=True)
        and method.callers.stored(node.attr)
    )


def _flags(test: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
    """What a condition asks to be true, or to be None (the second is True then)."""
    match test:
        case ast.BoolOp(_, values):
            for value in values:
                yield from _flags(value)
        case ast.BinOp(left, _, right):
            yield from _flags(left)
            yield from _flags(right)
        case ast.UnaryOp(ast.Not(), operand):
            yield from _flags(operand)
        case ast.Compare(left, [ast.Is() | ast.IsNot()], [ast.Constant(None)]):
            yield left, True
        case ast.Compare(left, [_], [ast.Constant(True | False)]):
            yield left, False
        case _:
            yield test, False


def _is_phase(node: ast.expr) -> bool:
    """``"train"``."""
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(value, str) and PHASE.match(value) is not None


def _is_setting(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and any(node.value is value for value in SETTINGS)
