"""``if use_amp: loss /= n; scaler(loss, optimizer) else: loss /= n; loss.backward()``: the same goes before.

Then both branches differentiate what is computed in front of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event
from mindport.findings.training.layout import comments_above, shares_line
from mindport.findings.training.names import PURE, bound_names, own_nodes, read_names
from mindport.nodes import name_of
from mindport.report import Edit, Fix, Moved
from mindport.texts import Text

TITLE = Text("Compute once what both branches begin with", "将两个分支开头的相同计算移到分支之前")
PLAIN = (ast.Name, ast.Constant, ast.Attribute, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop,
         ast.expr_context)  # fmt: skip
LEAVES = (ast.Continue, ast.Break, ast.Return, ast.Raise, ast.Assert, ast.Yield, ast.Await)


def common_beginning(site: Site, code: Code, events: Sequence[Event]) -> Fix | None:
    """The fix that puts an assignment before the ``if`` whose branches both differentiate it."""
    blocks: dict[ast.AST, list[Sequence[ast.stmt]]] = {}
    for event in events:
        if event.kind == "backward" and event.statement is not None:
            place = code.place(event.statement)
            if isinstance(place.owner, ast.If):
                blocks.setdefault(place.owner, []).append(place.block[: place.index])
    for branch, beginnings in blocks.items():
        if not isinstance(branch, ast.If) or len(beginnings) != 2:
            continue
        one, other = beginnings
        if not (one and other) or one[0] not in branch.body or other[0] not in branch.orelse:
            continue
        for first, second in _twins(one, other):
            ahead = [ast.Expr(branch.test), *_ahead(one, first), *_ahead(other, second)]
            if all(_may_follow(first, statement) for statement in ahead):
                edits = _edits(site, branch, first, second)
                return Fix(TITLE, "safe", tuple(edits), rearranges=True) if edits else None
    return None


def _twins(
    one: Sequence[ast.stmt], other: Sequence[ast.stmt]
) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    """The plain assignments that two blocks share."""
    for first in one:
        is_plain = isinstance(first, ast.Assign | ast.AugAssign) and all(
            isinstance(node, (*PLAIN, ast.Assign, ast.AugAssign)) for node in ast.walk(first)
        )
        names = first.targets if isinstance(first, ast.Assign) else [getattr(first, "target", None)]
        if is_plain and all(isinstance(name, ast.Name) for name in names):
            yield from ((first, s) for s in other if ast.dump(s) == ast.dump(first))


def _ahead(block: Sequence[ast.stmt], statement: ast.stmt) -> Sequence[ast.stmt]:
    return block[: block.index(statement)]


def _may_follow(moved: ast.stmt, other: ast.stmt) -> bool:
    """Whether a statement may run behind an assignment in front of which it stands."""
    nodes = list(own_nodes(other))
    calls = (node for node in nodes if isinstance(node, ast.Call))
    stores = (n for n in nodes if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load))
    if any(isinstance(node, LEAVES) for node in nodes) or any(True for _ in stores):
        return False
    bound, read = bound_names(moved), read_names(moved)
    if bound & (read_names(other) | bound_names(other)) or read & bound_names(other):
        return False
    has_paths = any(isinstance(node, ast.Attribute) for node in ast.walk(moved))
    return not has_paths or all(name_of(call.func) in PURE for call in calls)


def _edits(site: Site, branch: ast.If, first: ast.stmt, second: ast.stmt) -> list[Edit]:
    document = site.document
    start = document.span(branch).start
    is_elif = document.text.startswith("elif", start)
    if is_elif or any(shares_line(document, s) for s in (branch, first, second)):
        return []
    at = document.line_starts[comments_above(document, branch)]
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    line = (blanks, Moved(document.span(first)), document.newline)
    gone = [remove_statement(document, statement) for statement in (first, second)]
    return [Edit(Span(at, at), line), *gone]
