"""Dicts and sequences of layers that ``zip`` or ``enumerate`` goes through (MP402): graph mode counts
none of their items then."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.calls import SEQUENTIAL
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, name_of, walk
from mindport.report import Edit, Finding, Fix, Piece
from mindport.texts import Text, filled

DICTS = frozenset({"ModuleDict", "CellDict"})
SEQUENCES = frozenset(name.rpartition(".")[2] for name in SEQUENTIAL)
THROUGH = Text(
    "In graph mode {0}() finds no items in a dict or a sequence of layers; write {1}.",
    "静态图模式下 {0}() 无法遍历由网络层组成的字典或序列，请写成 {1}。",
)
SORTED = Text(
    "Graph mode does not sort the keys of a dict of layers; write them in their order.",
    "静态图模式不能对由网络层组成的字典的键排序，请按顺序写出各键。",
)
KEYS = Text("Go through the keys", "遍历键")
TUPLE = Text("Go through a tuple of the layers", "遍历由网络层组成的元组")


def zipped_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding for each dict or sequence."""
    for function in code.functions:
        for node in function.nodes:
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if name not in ("zip", "enumerate", "sorted") or not isinstance(node, ast.Call):
                continue
            for given in node.args if name == "zip" else node.args[:1]:
                span = site.document.span(given)
                if name == "sorted":
                    if _is_made_by(function, _asked(given), DICTS):
                        yield told(site, "MP402", node, SORTED)
                    continue
                pieces: tuple[Piece, ...] | None = None
                if _is_made_by(function, given, DICTS):
                    title, pieces = KEYS, (span, ".keys()")
                elif name == "zip" and _is_made_by(function, given, SEQUENCES):
                    title, pieces = TUPLE, ("tuple(", span, ")")
                if pieces is not None:
                    text = ast.unparse(given)
                    written = f"{text}.keys()" if title is KEYS else f"tuple({text})"
                    fix = Fix(title, "safe", (Edit(span, pieces),))
                    yield told(site, "MP402", given, filled(THROUGH, name, written), fix)


def _asked(node: ast.expr) -> ast.expr:
    """``self.heads`` of ``self.heads.keys()``."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.value if node.func.attr in ("keys", "items", "values") else node
    return node


def _is_made_by(function: Function, node: ast.expr, names: frozenset[str]) -> bool:
    """Whether the class binds the attribute to what a call of one of the names gives, and to nothing
    else."""
    own = attribute_of_self(node)
    cls = None if function.owner is None else function.owner.node
    if own is None or cls is None:
        return False
    values = [
        one.value
        for one in walk(cls)
        if isinstance(one, ast.Assign) and any(attribute_of_self(t) == own for t in one.targets)
    ]
    return bool(values) and all(
        isinstance(value, ast.Call) and name_of(value.func) in names for value in values
    )
