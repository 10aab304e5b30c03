"""``cat`` of what ``unbind`` takes apart behind ``stack`` (MP402): the compiler leaves both out, and
MindSpore 2.10.0 has a list then where ``cat`` takes a tuple alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import assigned
from mindport.texts import Text

LISTED = Text(
    "Graph mode takes the list that was stacked for what unbind gives, and cat fails; write list(...) "
    "around it.",
    "静态图模式会直接用被 stack 的列表代替 unbind 的结果，导致 cat 报错；请在外面加上 list(...)。",
)
TITLE = Text("Write list(...)", "改写为 list(...)")
JOINS = frozenset({"cat", "concat", "concatenate"})


def unstacked_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding for each ``cat``."""
    for function in code.functions:
        for node in function.nodes:
            joins = isinstance(node, ast.Call) and name_of(node.func) in JOINS
            given = node.args[:1] if joins and isinstance(node, ast.Call) else []
            for one in given:
                if _is_unstacked(function, one):
                    span = site.document.span(one)
                    fix = Fix(TITLE, "safe", (Edit(span, ("list(", span, ")")),))
                    yield told(site, "MP402", one, LISTED, fix)


def _is_unstacked(function: Function, node: ast.expr) -> bool:
    """``torch.stack([a, b], 1).unbind(1)``, and in a tuple."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tuple" and node.args:
        node = node.args[0]
    parts = _made(function, node, "unbind")
    taken = _given(parts)[:1] if parts is not None else []
    whole = _made(function, taken[0], "stack") if taken else None
    if parts is None or whole is None or not whole.args or isinstance(whole.args[0], ast.Tuple):
        return False
    return _axis(parts) == _axis(whole)


def _made(function: Function, node: ast.expr, name: str) -> ast.Call | None:
    """The call of ``name``, also behind a name that is given it."""
    values = assigned(node.id, function.node) or [] if isinstance(node, ast.Name) else [node]
    calls = (one for one in values if isinstance(one, ast.Call) and name_of(one.func) == name)
    return next(calls, None)


def _given(node: ast.Call) -> list[ast.expr]:
    """The arguments, what a method is called of before them; not a module."""
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    is_module = name_of(node.func) == "stack" or getattr(owner, "id", "") in (
        "torch",
        "ops",
        "mint",
    )
    return list(node.args) if owner is None or is_module else [owner, *node.args]


def _axis(node: ast.Call) -> str:
    named = [one.value for one in node.keywords if one.arg in ("dim", "axis")]
    axes = named or _given(node)[1:2]
    return ast.unparse(axes[0]) if axes else "0"
