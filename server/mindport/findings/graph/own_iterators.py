"""Loops over objects of the file's classes that have ``__iter__`` alone (MP402).

MindSpore 2.10.0 goes through an object in compiled code by ``__len__`` and ``__getitem__``, and asks for
no ``__iter__``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Finding
from mindport.symbols.values import UNKNOWN, ClassInfo
from mindport.texts import Text

BY_PLACE = Text(
    "Graph mode goes through an object by __len__ and __getitem__ and asks for no __iter__; give the class "
    "both, or loop over the list that it holds.",
    "静态图模式通过 __len__ 和 __getitem__ 遍历对象，不会调用 __iter__；请为该类定义这两个方法，或直接遍历其中的列表。",
)
NEEDED = frozenset({"__len__", "__getitem__"})
GOING = frozenset({"enumerate", "zip", "list", "tuple"})


def own_iterator_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a loop."""
    for function in code.functions:
        for node in function.nodes:
            iterated = node.iter if isinstance(node, ast.For | ast.comprehension) else None
            for one in () if iterated is None else _gone_through(iterated):
                info = _class_of(site, function, one)
                if info is not None and _iterates_alone(info):
                    yield told(site, "MP402", one, BY_PLACE)


def _gone_through(iterated: ast.expr) -> Iterator[ast.expr]:
    """``a`` and ``b`` of ``zip(a, b)``."""
    match iterated:
        case ast.Call(ast.Name(name), given) if name in GOING:
            for one in given:
                yield from _gone_through(one)
        case _:
            yield iterated


def _class_of(site: Site, function: Function, node: ast.expr) -> ClassInfo | None:
    if isinstance(node, ast.Name) and node.id == "self":
        return function.owner
    value = site.bindings.values.get(node, UNKNOWN)
    return value.info if value.kind == "object" and isinstance(value.info, ClassInfo) else None


def _iterates_alone(info: ClassInfo) -> bool:
    """Whether its own class, and none of another file's, says how it is gone through."""
    infos = [info]
    for one in infos:  # grows while it is read
        bases = [base.info for base in one.bases if isinstance(base.info, ClassInfo)]
        infos += [base for base in bases if base not in infos]
    plain = all(
        base.name in ("torch.nn.Module", "mindspore.nn.Cell") or isinstance(base.info, ClassInfo)
        for one in infos
        for base in one.bases
    )
    methods = {name for one in infos for name in one.methods}
    return plain and "__iter__" in methods and not methods >= NEEDED
