"""``np.ceil(np.log(n)).astype(int)`` of a size (MP402): what numpy gives of numbers is a Python float in
graph mode, and has no methods."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of, parents
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import only_value
from mindport.symbols.counts import is_count
from mindport.texts import Text, filled

METHODS = Text(
    "In graph mode numpy gives a Python float for numbers, which has no {0}(); write int(...) or "
    "float(...).",
    "静态图模式下 numpy 对数值返回 Python 浮点数，没有 {0}() 方法；请写成 int(...) 或 float(...)。",
)
TITLE = Text("Write int(...) or float(...)", "改写为 int(...) 或 float(...)")
FUNCTIONS = frozenset({"ceil", "exp", "floor", "log", "log10", "log2", "rint", "round", "sqrt"})
DIVISORS = frozenset({"numpy.gcd", "numpy.lcm"})
WHOLE = frozenset({"int", "int32", "int64", "long", "int_"})


def numpy_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call of a method."""
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            given = _number(code, function, node)
            if given is not None:
                words = filled(METHODS, node.func.attr)
                is_whole = _is_of_divisor(code, function, given)
                yield told(site, "MP402", node, words, _fix(site, node, given, is_whole))


def _number(code: Compiled, function: Function, node: ast.Call) -> ast.expr | None:
    """What ``astype`` or ``item`` is asked of, where numpy makes it of a size."""
    assert isinstance(node.func, ast.Attribute)
    given = node.func.value
    if node.func.attr == "item" and _is_of_divisor(code, function, given):
        return given
    if node.func.attr not in ("astype", "item") or not isinstance(given, ast.Call):
        return None
    return given if _is_number(code, function, given) else None


def _is_number(code: Compiled, function: Function, node: ast.expr) -> bool:
    if is_count(node, function.node):
        return True
    match node:
        case ast.Call(func, [one]):
            full = code.dotted(func)
            known = full.startswith("numpy.") and full.removeprefix("numpy.") in FUNCTIONS
            return known and _is_number(code, function, one)
        case ast.BinOp(left, _, right):
            return all(_is_number(code, function, one) for one in (left, right))
        case ast.Constant(float()):
            return True
    return False


def _is_of_divisor(code: Compiled, function: Function, node: ast.expr, depth: int = 4) -> bool:
    """``np.gcd(a, b)``, ``n // np.gcd(a, b)``, and a name for such: a whole number."""
    match node:
        case ast.Call(func):
            return code.dotted(func) in DIVISORS
        case ast.BinOp(
            left, ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv() | ast.Mod(), right
        ):
            return any(_is_of_divisor(code, function, one, depth) for one in (left, right))
        case ast.Name(name) if depth:
            value = only_value(name, function.node)
            return value is not None and _is_of_divisor(code, function, value, depth - 1)
    return False


def _fix(site: Site, node: ast.Call, given: ast.expr, is_whole: bool) -> Fix | None:
    """``int(...)`` for ``astype(int)``, ``.item()`` behind it or not; ``float(...)`` for ``item()``."""
    assert isinstance(node.func, ast.Attribute) and site.document.tree is not None
    whole: ast.expr = node
    if node.func.attr == "astype":
        kind = node.args[0] if len(node.args) == 1 and not node.keywords else None
        text = kind.value if isinstance(kind, ast.Constant) else name_of(kind) if kind else ""
        if text not in WHOLE:
            return None
        above = parents(site.document.tree)
        item, call = above.get(node), above.get(above.get(node, node))
        if isinstance(item, ast.Attribute) and item.attr == "item" and isinstance(call, ast.Call):
            whole = call
    elif node.args:
        return None
    name = "int" if node.func.attr == "astype" or is_whole else "float"
    span = site.document.span
    return Fix(TITLE, "safe", (Edit(span(whole), (f"{name}(", span(given), ")")),))
