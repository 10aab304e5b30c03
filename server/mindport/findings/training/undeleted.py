"""``del data`` in the middle of a forward pass, which cannot become a part of a function: it goes.

A name that is deleted is not read any more, so that nothing is lost but the memory it gives back.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Document, Span
from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.layout import shares_line
from mindport.findings.training.obstacles import Obstacle, keyword
from mindport.nodes import find
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Keep the name", "保留该变量名")
MEMORY = Text(
    "What was deleted keeps its memory until the function ends.",
    "原本删除的对象将占用内存直到函数结束。",
)
# What asks whether a name is there.
ASKING = frozenset({"NameError", "UnboundLocalError", "dir", "eval", "exec", "locals", "vars"})


def undeleted(site: Site, code: Code, obstacles: Sequence[Obstacle]) -> Fix | None:
    """The fix where nothing else stands in the way; what is left is rewritten by the next round."""
    root, document = code.root, site.document
    deletes = [one.node for one in obstacles if isinstance(one.node, ast.Delete)]
    if not deletes or any(one.text != keyword("del") for one in obstacles):
        return None
    if not isinstance(root, ast.FunctionDef) or any(n.id in ASKING for n in find(root, ast.Name)):
        return None
    shared = {name for one in find(root, ast.Global) for name in one.names}
    shared |= {name for one in find(root, ast.Nonlocal) for name in one.names}
    for delete in deletes:
        names = [target.id for target in delete.targets if isinstance(target, ast.Name)]
        if len(names) < len(delete.targets) or not shared.isdisjoint(names):
            return None
        if shares_line(document, delete):
            return None
    alone = {block[0] for block in _blocks(root) if len(block) == 1}
    edits = tuple(_edit(document, delete, delete in alone) for delete in dict.fromkeys(deletes))
    return Fix(TITLE, "unsafe", edits, MEMORY, rearranges=True)


def _blocks(root: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(root):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                yield block


def _edit(document: Document, delete: ast.Delete, alone: bool) -> Edit:
    """Its lines go, or ``pass`` takes its place where nothing else stands in the block."""
    span = document.span(delete)
    if alone:
        return Edit(span, ("pass",))
    first, last = document.line_of(span.start), document.line_of(span.end)
    starts = document.line_starts
    end = starts[last + 1] if last + 1 < len(starts) else len(document.text)
    return Edit(Span(starts[first], end), ())
