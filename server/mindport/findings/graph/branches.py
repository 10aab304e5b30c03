"""Branches that depend on a tensor and part too far (MP408), and tests of identity (MP410)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.computed_numbers import has_computed_turns
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Finding
from mindport.texts import Text

# Methods and functions that make a truth value, or a number, of a tensor's values.
REDUCES = frozenset(
    {"any", "all", "sum", "mean", "max", "min", "amax", "amin", "item", "isnan", "isinf",
     "isfinite", "norm", "equal", "allclose", "std", "var", "argmax", "argmin"}
)  # fmt: skip
GROWS = ("append", "extend", "insert", "pop")
RETURNS = Text(
    "Which branch is taken depends on a tensor's values, so graph mode compiles both: they must "
    "return the same structure.",
    "走哪个分支取决于张量的值，静态图模式会同时编译两个分支，因此它们必须返回相同的结构。",
)
LENGTHS = Text(
    "Whether this runs depends on a tensor's values: the list would have no fixed length in the "
    "graph. Use a tensor with a mask, or ops.where.",
    "是否执行取决于张量的值，计算图中列表长度无法确定。请使用带掩码的张量或 ops.where。",
)
IDENTITY = Text(
    "Graph mode compares by 'is' with None, True, False, numbers, texts and types alone; compare "
    "by '=='.",
    "静态图模式的 is 只能与 None、True、False、数字、字符串和类型比较，请使用 ==。",
)


def branch_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a branch, and one a comparison."""
    dtypes = {
        use.node for use in site.bindings.uses if site.api.kind(use.symbol) in ("dtype", "class")
    }
    for function in code.functions:
        for node in function.nodes:
            if isinstance(node, ast.If) and depends_on_values(node.test):
                yield from _returns(site, function, node)
                yield from _lengths(site, function, node, both=True)
            elif isinstance(node, ast.While) and depends_on_values(node.test):
                yield from _lengths(site, function, node, both=False)
            elif isinstance(node, ast.For):
                if has_computed_turns(site, node.iter, function.node):
                    yield from _lengths(site, function, node, both=False)
            elif isinstance(node, ast.Compare):
                for operator, right in zip(node.ops, node.comparators, strict=True):
                    identity = isinstance(operator, ast.Is | ast.IsNot)
                    known = right in dtypes or code.dotted(right).startswith("mindspore.")
                    if identity and not known and not _is_comparable(node.left, right):
                        yield told(site, "MP410", node, IDENTITY)


def depends_on_values(test: ast.expr) -> bool:
    """Whether a test asks for what a tensor holds, as far as its calls tell."""
    for node in walk(test):
        called = method_call(node)
        if called is not None and called[1] in REDUCES and not _is_of_a_shape(called[0]):
            return True
    return False


def _is_of_a_shape(node: ast.expr) -> bool:
    return any(isinstance(n, ast.Attribute) and n.attr in ("shape", "size") for n in walk(node))


def _returns(site: Site, function: Function, node: ast.If) -> Iterator[Finding]:
    taken = _last_return(node.body)
    if taken is None:
        return
    other = _last_return(node.orelse) if node.orelse else _return_behind(function, node)
    if other is not None and _parts(taken.value, other.value):
        yield told(site, "MP408", taken, RETURNS)


def _last_return(body: Sequence[ast.stmt]) -> ast.Return | None:
    last = body[-1] if body else None
    return last if isinstance(last, ast.Return) else None


def _return_behind(function: Function, node: ast.If) -> ast.Return | None:
    """The return that ends the block in which ``node`` stands."""
    for owner in (function.node, *function.nodes):
        for name in ("body", "orelse"):
            block = getattr(owner, name, None)
            if isinstance(block, list) and node in block:
                return _last_return(block)
    return None


def _parts(left: ast.expr | None, right: ast.expr | None) -> bool:
    """Whether two results cannot be of one structure."""
    sizes = [len(v.elts) if isinstance(v, ast.Tuple) else None for v in (left, right)]
    if sizes[0] == sizes[1]:
        return False
    return not any(v is None or (isinstance(v, ast.Constant) and v.value is None)
                   for v in (left, right))  # fmt: skip


def _lengths(
    site: Site, function: Function, node: ast.If | ast.While | ast.For, both: bool
) -> Iterator[Finding]:
    here = list(_grown(node.body))
    there = {name for name, _ in _grown(node.orelse)}
    ends = both and (_last_return(node.body) is not None)
    for name, call in here:
        if not ends and (not both or name not in there):
            yield told(site, "MP408", call, LENGTHS)


def _grown(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.Call]]:
    """The lists that statements make longer or shorter."""
    for statement in body:
        for node in walk(statement):
            called = method_call(node)
            if called is not None and called[1] in GROWS and isinstance(called[0], ast.Name):
                assert isinstance(node, ast.Call)
                yield called[0].id, node


def _is_comparable(left: ast.expr, right: ast.expr) -> bool:
    if isinstance(right, ast.Constant):
        return True
    name = getattr(getattr(left, "func", None), "id", "")
    return name == "type"
