"""``F.relu(x, inplace=True)`` as a statement of its own (MP209): what it computes has to go into ``x``.

torch changes ``x``, and nobody takes the result. MindSpore has no in-place form, so that the call
alone would compute something and drop it.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from mindport.document import Span
from mindport.findings.api import api_finding
from mindport.findings.flat_views import is_differentiated
from mindport.findings.inplace import ITEM_COPIED, dropped_input
from mindport.findings.ownership import holds_alone
from mindport.findings.rebinding import MESSAGE, TITLE
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, join

INTO = Text(
    "torch changes the tensor in place; the result is copied into it here. What is written to a view "
    "is lost.",
    "torch 在此原地修改张量；此处把结果复制回该张量。写入视图的内容会丢失。",
)
VIEW = Text(
    "torch changes a part of the tensor in place; the result is assigned to that part here.",
    "torch 在此原地修改张量的一部分；此处把结果赋给该部分。",
)


def dropped_result_finding(site: Site, use: Use) -> Finding | None:
    """The finding of a function with ``inplace=True`` whose result is dropped."""
    facts, _ = site.facts(use)
    changed = dropped_input(site, use, facts)
    if changed is None or use.call is None:
        return None
    found = api_finding(site, use)
    if found is None or found.fix is None:
        return found
    whole = site.document.span(use.call)
    target = site.document.span(changed)
    written: tuple[Piece, ...]
    alone = isinstance(changed, ast.Name) and holds_alone(site, replace(use, receiver=changed))
    if alone:
        said, title, written, end = MESSAGE, TITLE, (target, " = "), ""
    elif isinstance(changed, ast.Subscript) and _is_part(site, changed):
        said, title, written, end = VIEW, TITLE, (target, " = "), ""
    else:
        said, title, written, end = INTO, ITEM_COPIED, (target, ".copy_("), ")"
    safe = alone and found.fix.applicability == "safe"
    caution = found.fix.caution if alone else join(*filter(None, (found.fix.caution, said)))
    edits = found.fix.edits
    if end and is_differentiated(site, use.call):
        edits = _of_a_copy(edits, target)
    edits = _around(edits, whole, written, end)
    fix = Fix(title, "safe" if safe else "unsafe", edits, caution)
    message = join(said, found.message)
    return replace(found, code="MP209", severity="warning", message=message, fix=fix)


def _is_part(site: Site, node: ast.Subscript) -> bool:
    return is_tensor(site.bindings.values.get(node.value, UNKNOWN))


def _of_a_copy(edits: tuple[Edit, ...], target: Span) -> tuple[Edit, ...]:
    """The edits, with what a derivative needs kept: it is copied before it is changed."""
    told = [piece for edit in edits for piece in edit.pieces if piece == target]
    if not told:
        return (*edits, Edit(Span(target.end, target.end), (".copy()",)))
    return tuple(
        Edit(
            edit.span,
            tuple(one for p in edit.pieces for one in ((p, ".copy()") if p == target else (p,))),
        )
        for edit in edits
    )


def _around(
    edits: tuple[Edit, ...], whole: Span, before: tuple[Piece, ...], end: str
) -> tuple[Edit, ...]:
    """The edits of a call, with something written around it."""
    if len(edits) == 1 and edits[0].span == whole:
        return (Edit(whole, (*before, *edits[0].pieces, end)),)
    first = Edit(Span(whole.start, whole.start), before)
    return (first, *edits, *((Edit(Span(whole.end, whole.end), (end,)),) if end else ()))
