"""``^`` of two truth values, which the graph compiler refuses (MP402): it is ``!=``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.definitions import Definition, definitions
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import kept, name_of, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

TRUTHS = frozenset({"bool", "isinstance", "issubclass", "hasattr", "callable"})
PLAIN = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
XOR = Text("Graph mode knows ^ of integers and tensors alone; truth values are compared by !=.",
           "静态图模式的 ^ 只支持整数和张量；布尔值请用 != 比较。")  # fmt: skip
NUMBERS = Text(
    "Of two numbers, or of a tensor, != means something else.",
    "对于两个数字或张量，!= 的含义不同。",
)
TITLE = Text("Write !=", "改写为 !=")


def exclusive_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a ``^`` one of whose sides is a truth value for certain, and the other no tensor."""
    for function in code.functions:
        alone = set(_alone(function))
        for node in function.nodes:
            if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.BitXor):
                continue
            known = [_is_truth(site, side) for side in (node.left, node.right)]
            values = (site.bindings.values.get(side, UNKNOWN) for side in (node.left, node.right))
            tensor = any(map(is_tensor, values))
            if all(known) or (any(known) and not tensor):
                fix = _compared(site, node, node in alone, all(known))
                yield told(site, "MP402", node, XOR, fix)


def _is_truth(site: Site, node: ast.expr) -> bool:
    if isinstance(node, ast.Compare):
        return all(isinstance(operator, PLAIN) for operator in node.ops) or name_of(
            getattr(node.left, "func", node.left)
        ) in ("len", "ndim")
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
    return name in TRUTHS or _gives_truths(site, name)


def _gives_truths(site: Site, name: str) -> bool:
    """Whether a function of the file gives nothing but truth values."""
    tree = site.document.tree
    found = kept(tree, definitions).get(name, ()) if tree is not None and name else ()
    if len(found) != 1:
        return False
    inner = {n for d in walk(found[0])[1:] if isinstance(d, Definition) for n in walk(d)}
    returned = [n for n in walk(found[0]) if isinstance(n, ast.Return) and n not in inner]
    called = (one.value for one in returned)
    return bool(returned) and all(
        value is not None and not isinstance(value, ast.Call) and _is_truth(site, value)
        for value in called
    )


def _alone(function: Function) -> Iterator[ast.expr]:
    """Expressions with no operator around them."""
    for node in function.nodes:
        if isinstance(node, ast.Assert | ast.If | ast.While | ast.IfExp):
            yield node.test
        elif isinstance(node, ast.BoolOp):
            yield from node.values
        elif isinstance(node, ast.Assign | ast.Return) and node.value is not None:
            yield node.value


def _compared(site: Site, node: ast.BinOp, alone: bool, certain: bool) -> Fix | None:
    document = site.document
    left, right, whole = (document.span(one) for one in (node.left, node.right, node))
    between = document.text[left.end : right.start]
    if between.count("^") != 1 or "#" in between:
        return None
    place = left.end + between.index("^")
    edits = [Edit(Span(place, place + 1), ("!=",))]
    if not alone:
        edits = [
            Edit(Span(whole.start, whole.start), ("(",)),
            *edits,
            Edit(Span(whole.end, whole.end), (")",)),
        ]
    if certain:
        return Fix(TITLE, "safe", tuple(edits))
    return Fix(TITLE, "unsafe", tuple(edits), NUMBERS)
