"""Lists with an item for each of what was found: their length is known when the network runs (MP402)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.computed_numbers import has_computed_turns, is_computed
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of, targets, walk
from mindport.report import Finding
from mindport.texts import Text

# What gives a tensor whose size its values decide.
FINDS = frozenset({"unique", "unique_consecutive", "nonzero", "argwhere", "masked_select"})
COUNTED = Text(
    "Graph mode makes no list whose length depends on the values of a tensor; hand the number in, or "
    "keep it as an attribute.",
    "静态图模式不能构造长度取决于张量取值的列表；请将该数量作为参数传入，或保存为属性。",
)


def counted_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """``[f(k) for k in range(n)]`` with ``n = len(unique(labels))``: one finding a comprehension.

    Seen with MindSpore 2.10.0, which refuses what is made of such a list; loops that add up compile.
    """
    for function in code.functions:
        counts = set(_counts(function))
        for node in function.nodes:
            if _is_repeated(site, function, node):
                yield told(site, "MP402", node, COUNTED)
            if not isinstance(node, ast.ListComp | ast.GeneratorExp):
                continue
            turns = node.generators[0].iter
            is_range = isinstance(turns, ast.Call) and getattr(turns.func, "id", "") == "range"
            found = any(getattr(one, "id", "") in counts or _is_count(one) for one in walk(turns))
            if is_range and (found or has_computed_turns(site, turns, function.node)):
                yield told(site, "MP402", node, COUNTED)


def _is_repeated(site: Site, function: Function, node: ast.AST) -> bool:
    """``[1.0] * n`` of a number that the network computes."""
    match node:
        case ast.BinOp(ast.List() | ast.Tuple(), ast.Mult(), count) | ast.BinOp(
            count, ast.Mult(), ast.List() | ast.Tuple()
        ):
            return is_computed(site, count, function.node)
    return False


def _counts(function: Function) -> Iterator[str]:
    """Names that are bound to such a length, and to nothing else."""
    bound: dict[str, list[bool]] = {}
    for node in function.nodes:
        for target in targets(node):
            value = getattr(node, "value", None)
            if isinstance(target, ast.Name) and value is not None:
                bound.setdefault(target.id, []).append(_is_count(value))
    return (name for name, kinds in bound.items() if all(kinds))


def _is_count(node: ast.AST) -> bool:
    """``len(unique(x))``, ``nonzero(x).shape[0]``."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len" and node.args:
        return _finds(node.args[0])
    if isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") == "shape":
        return _finds(node.value.value)  # type: ignore[attr-defined]
    return False


def _finds(node: ast.expr) -> bool:
    """``unique(x)``, and ``unique(x)[0]``."""
    inner = node.value if isinstance(node, ast.Subscript) else node
    return isinstance(inner, ast.Call) and name_of(inner.func) in FINDS
