"""``roll`` by a number that is read from a tensor (MP402): graph mode takes shifts that it knows when it
compiles."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, name_of
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

MESSAGE = Text(
    "Graph mode rolls by numbers that it knows when it compiles, and this one is read from a tensor; "
    "gather the places: ops.gather(x, (ops.arange(n) - shift) % n, axis).",
    "静态图模式只能按编译时已知的数滚动，而此处的数读自张量；请改为按位置取值："
    "ops.gather(x, (ops.arange(n) - shift) % n, axis)。",
)
TITLE = Text("Gather the places", "改为按位置取值")
ROLLS = frozenset({"torch.roll", "mindspore.mint.roll", "mindspore.numpy.roll"})


def rolled_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    for function in code.functions:
        for node in function.nodes:
            if isinstance(node, ast.Call) and code.dotted(node.func) in ROLLS:
                named = [k.value for k in node.keywords if k.arg in ("shift", "shifts")]
                if any(_is_read(site, one) for one in (*node.args[1:2], *named)):
                    yield told(site, "MP402", node, MESSAGE, _fix(site, code, node))


def _is_read(site: Site, shift: ast.expr) -> bool:
    """``-int(index[i])``, ``delay.item()``."""
    return any(
        is_tensor(site.bindings.values.get(one, UNKNOWN))
        for call in find(shift, ast.Call)
        for one in _asked(call)
    )


def _asked(call: ast.Call) -> list[ast.expr]:
    if getattr(call.func, "id", "") == "int":
        return call.args[:1]
    method = isinstance(call.func, ast.Attribute) and name_of(call.func) in ("item", "tolist")
    return [call.func.value] if method and isinstance(call.func, ast.Attribute) else []


def _fix(site: Site, code: Compiled, node: ast.Call) -> Fix | None:
    """Where one axis is written out, of a tensor that has a name."""
    if code.dotted(node.func).startswith("torch.") or node.keywords:
        return None
    match node.args:
        case [ast.Name() as rolled, ast.expr() as shift, axis] if _is_place(axis):
            span = site.document.span
            given, place = span(rolled), span(axis)
            size = (given, ".shape[", place, "]")
            edit = Edit(
                span(node),
                (
                    Name("mindspore.ops.gather"), "(", given, ", (", Name("mindspore.ops.arange"), "(",
                    *size, ") - (", span(shift), ")) % ", *size, ", ", place, ")",
                ),
            )  # fmt: skip
            return Fix(TITLE, "safe", (edit,))
    return None


def _is_place(node: ast.expr) -> bool:
    plain = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(plain, ast.Constant) and type(plain.value) is int
