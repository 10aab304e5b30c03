"""Questions about a tensor's device before other conditions of an ``and`` in compiled code (MP402).

MindSpore 2.10.0 asks for the device beside the graph and does not know the kind of the answer: it joins
no other condition behind it, ``x.is_cuda and y is None``. As the last condition, behind ``or`` and alone
it is right.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.device_names import is_a_device
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import only_value
from mindport.texts import Text

BEFORE = Text(
    "Graph mode joins no condition behind a question about a tensor's device; ask for the device last: "
    "a and b and x.device == d.",
    "静态图模式下，对张量 device 的判断之后不能再用 and 连接其他条件；请将其放在最后：a and b and x.device == d。",
)
LAST = Text("Ask for the device last", "最后判断 device")
NEVER = Text(
    "Write the answer: no tensor of MindSpore is there",
    "直接写出结果：MindSpore 的张量不会在该设备上",
)
# Kinds of devices that MindSpore does not have.
UNKNOWN_KINDS = frozenset({"xla", "tpu", "mps", "hpu", "xpu", "ipu", "meta"})


def device_condition_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a question that other conditions follow."""
    for function in code.functions:
        for node in function.nodes:
            if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
                asking = [one for one in node.values if _asks(code, function, one)]
                others = [one for one in node.values if one not in asking]
                if asking and others and asking[0] is not node.values[-len(asking)]:
                    fix = _answered(site, function, asking) or _swapped(site, node, asking)
                    yield told(site, "MP402", asking[0], BEFORE, fix)


def _asks(code: Compiled, function: Function, node: ast.expr) -> bool:
    """``x.device == d``, or a name for such."""
    if _holds(code, function, node):
        return True
    names = (one.id for one in walk(node) if isinstance(one, ast.Name))
    values = [only_value(name, function.node) for name in names]
    conditions = [one for one in values if isinstance(one, ast.Compare | ast.BoolOp | ast.UnaryOp)]
    return any(_holds(code, function, one) for one in conditions)


def _holds(code: Compiled, function: Function, node: ast.expr) -> bool:
    return any(isinstance(n, ast.Attribute) and is_a_device(code, function, n) for n in walk(node))


def _answered(site: Site, function: Function, asking: Sequence[ast.expr]) -> Fix | None:
    """``is_tpu = False`` for ``is_tpu = x.device.type == "xla"``."""
    if len(asking) != 1:
        return None
    asked = asking[0].operand if isinstance(asking[0], ast.UnaryOp) else asking[0]
    if isinstance(asked, ast.Name):
        asked = only_value(asked.id, function.node) or asked
    match asked:
        case ast.Compare(_, [ast.Eq() | ast.NotEq() as operator], [ast.Constant(str(kind))]):
            if kind.lower() in UNKNOWN_KINDS:
                answer = str(isinstance(operator, ast.NotEq))
                return Fix(NEVER, "safe", (Edit(site.document.span(asked), (answer,)),))
    return None


def _swapped(site: Site, node: ast.BoolOp, asking: Sequence[ast.expr]) -> Fix | None:
    """The question changes places with the last condition, where none guards another."""
    guarded = node.values[node.values.index(asking[0]) + 1 :]
    last = node.values[-1]
    if len(asking) != 1 or not all(map(_is_plain, guarded)):
        return None
    span = site.document.span
    edits = (Edit(span(asking[0]), (span(last),)), Edit(span(last), (span(asking[0]),)))
    return Fix(LAST, "safe", edits)


def _is_plain(node: ast.expr) -> bool:
    """Names, attributes of self, constants, and comparisons and negations of such: they do not fail."""
    match node:
        case ast.Name() | ast.Constant() | ast.Attribute(ast.Name("self")):
            return True
        case ast.UnaryOp(ast.Not(), inner):
            return _is_plain(inner)
        case ast.Compare(left, [ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()], [right]):
            return _is_plain(left) and _is_plain(right)
    return False
