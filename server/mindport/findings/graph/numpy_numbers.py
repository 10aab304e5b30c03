"""``np.ceil(np.log(n)).astype(int)`` of a size (MP402): what numpy gives of numbers is a Python float in
graph mode, and has no methods."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.state import attribute_value
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import (
    attribute_of_self,
    function_around,
    name_of,
    names_bound,
    parents,
    walk,
)
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import only_value, own_values
from mindport.symbols.counts import is_count
from mindport.symbols.values import NUMPY, UNKNOWN, ClassInfo, is_tensor
from mindport.texts import Text, filled

METHODS = Text(
    "In graph mode numpy gives a Python float for numbers, which has no {0}(); write int(...) or "
    "float(...).",
    "静态图模式下 numpy 对数值返回 Python 浮点数，没有 {0}() 方法；请写成 int(...) 或 float(...)。",
)
TITLE = Text("Write int(...) or float(...)", "改写为 int(...) 或 float(...)")
# By what they give: floating numbers of numbers, whole ones, and what their arguments are.
FLOATING = frozenset({"ceil", "cos", "exp", "float32", "float64", "floor", "log", "log10", "log1p",
                      "log2", "mean", "median", "rint", "round", "sin", "sqrt", "std", "tanh", "var"})  # fmt: skip
WHOLE = frozenset({"argmax", "argmin", "gcd", "int32", "int64", "int_", "lcm", "size"})
KEEPING = frozenset({"abs", "clip", "floor_divide", "max", "maximum", "min", "minimum", "power",
                     "prod", "sum"})  # fmt: skip
# Those that give one number of whatever they get, where they are given no axis.
REDUCING = frozenset({"argmax", "argmin", "gcd", "lcm", "max", "mean", "median", "min", "prod", "size",
                      "std", "sum", "var"})  # fmt: skip
INTEGERS = frozenset({"int", "int32", "int64", "long", "int_"})
MAX_DEPTH = 6
EITHER = "a number"


def numpy_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call of a method."""
    for function in code.functions:
        for node in function.nodes:
            match node:
                case ast.Call(ast.Attribute(given, "astype" | "item" as method)):
                    asked = Asked(site, code, function.owner, function.node)
                    kind = asked.kind(given)
                    if kind is None and method == "item" and asked.is_of_an_array(given):
                        kind = EITHER
                    if kind is not None and asked.is_numpys(given):
                        fix = _fix(site, node, given, kind)
                        yield told(site, "MP402", node, filled(METHODS, method), fix)


@dataclass(frozen=True)
class Asked:
    """Where an expression stands whose kind is asked for."""

    site: Site
    code: Compiled
    owner: ClassInfo | None
    scope: ast.AST

    def kind(self, node: ast.expr, depth: int = 0) -> str | None:
        """``int``, ``float`` or either, for what is one number in the graph; also of a list's items."""
        if depth > MAX_DEPTH:
            return None
        if is_count(node, self.scope):
            return "int"
        match node:
            case ast.Constant(float()):
                return "float"
            case ast.UnaryOp(_, operand):
                return self.kind(operand, depth + 1)
            case ast.BinOp(left, op, right):
                kind = self._joined((left, right), depth + 1)
                return "float" if kind is not None and isinstance(op, ast.Div) else kind
            case ast.List(items) | ast.Tuple(items) if depth:
                return self._joined(items, depth + 1)
            case ast.Attribute(_, "shape") | ast.Subscript(ast.Attribute(_, "shape")) if depth:
                return "int"
            case ast.Name() | ast.Attribute(ast.Name("self")):
                value, scope = self._given(node)
                return None if value is None else replace(self, scope=scope).kind(value, depth + 1)
            case ast.Call(func, args, keywords):
                full = self.code.dotted(func)
                given = [*args, *(one.value for one in keywords)]
                if full.startswith("numpy.") and not any(one.arg == "axis" for one in keywords):
                    return self._of_a_function(full.removeprefix("numpy."), given, depth + 1)
        return None

    def is_of_an_array(self, node: ast.expr) -> bool:
        """``self.weights[0]``, ``self.weights.sum()`` of an array that the network holds."""
        match node:
            case ast.Subscript(held):
                pass
            case ast.Call(ast.Attribute(held, name), []) if name in REDUCING:
                pass
            case _:
                return False
        own = attribute_of_self(held)
        return own is not None and attribute_value(self.owner, own) is NUMPY

    def is_numpys(self, node: ast.expr, depth: int = 0) -> bool:
        """Whether a function of numpy is called in it, or in what its names stand for."""
        for one in walk(node) if depth < MAX_DEPTH else ():
            if isinstance(one, ast.Call) and self.code.dotted(one.func).startswith("numpy."):
                return True
            if isinstance(one, ast.Name) or attribute_of_self(one) is not None:
                assert isinstance(one, ast.Name | ast.Attribute)
                value, scope = self._given(one)
                if value and replace(self, scope=scope).is_numpys(value, depth + 1):
                    return True
        return False

    def _given(self, node: ast.Name | ast.Attribute) -> tuple[ast.expr | None, ast.AST]:
        """What a name or an attribute is given, where that happens once, and where it stands."""
        tree = self.site.document.tree
        assert tree is not None
        if isinstance(node, ast.Name):
            is_outside = node.id not in names_bound(self.scope)
            scope = tree if is_outside else self.scope
            return only_value(node.id, scope), scope
        values = own_values(self.owner.node if self.owner is not None else None, node.attr)
        around = function_around(tree, values[0]) if len(values) == 1 else None
        return (None, self.scope) if around is None else (values[0], around)

    def _of_a_function(self, name: str, given: Sequence[ast.expr], depth: int) -> str | None:
        if name not in FLOATING | WHOLE | KEEPING:
            return None
        kind = self._joined(given, depth)
        if kind is None and name in REDUCING and not any(map(self._is_a_tensor, given[:1])):
            kind = EITHER
        if kind is None:
            return None
        return "float" if name in FLOATING else "int" if name in WHOLE else kind

    def _joined(self, nodes: Sequence[ast.expr], depth: int) -> str | None:
        kinds = {self.kind(one, depth) for one in nodes}
        if None in kinds or not kinds:
            return None
        return "float" if "float" in kinds else EITHER if EITHER in kinds else "int"

    def _is_a_tensor(self, node: ast.expr) -> bool:
        return self.kind(node) is None and any(
            is_tensor(self.site.bindings.values.get(one, UNKNOWN))
            for one in walk(node)
            if isinstance(one, ast.expr)
        )


def _fix(site: Site, node: ast.Call, given: ast.expr, kind: str) -> Fix | None:
    """``int(...)`` for ``astype(int)``, ``.item()`` behind it or not; for ``item()`` of a number that
    may be either nothing."""
    assert isinstance(node.func, ast.Attribute) and site.document.tree is not None
    whole: ast.expr = node
    if node.func.attr == "astype":
        asked = node.args[0] if len(node.args) == 1 and not node.keywords else None
        text = asked.value if isinstance(asked, ast.Constant) else name_of(asked) if asked else ""
        if text not in INTEGERS:
            return None
        above = parents(site.document.tree)
        item, call = above.get(node), above.get(above.get(node, node))
        if isinstance(item, ast.Attribute) and item.attr == "item" and isinstance(call, ast.Call):
            whole = call
        kind = "int"
    elif node.args:
        return None
    span = site.document.span
    pieces = (span(given),) if kind == EITHER else (f"{kind}(", span(given), ")")
    return Fix(TITLE, "safe", (Edit(span(whole), pieces),))
