"""``isinstance(x, GraphModule)``: a class of torch's of which there is no object without torch."""

from __future__ import annotations

import ast
from dataclasses import replace

from mindport.findings.blocks import dropped_operand, folded_branch
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.uses import Use
from mindport.texts import Text, join

UNSUPPORTED = "MP104"
TITLE = Text("No object is one", "不存在这种对象")
CAUTION = Text(
    "No object is one without torch; what takes its place may have to be asked for here.",
    "没有 torch 就不存在这种对象；此处可能需要改为判断取代它的类型。",
)


def never_instance(site: Site, use: Use, finding: Finding | None) -> Finding | None:
    """``finding`` with a fix where something is asked whether it is of a class that nothing is of."""
    if finding is None or finding.fix is not None or finding.code != UNSUPPORTED:
        return finding
    if site.api.kind(use.symbol) != "class" or use.call is not None:
        return finding
    edits = _edits(site, use)
    if not edits:
        return finding
    fix = Fix(TITLE, "unsafe", edits, CAUTION)
    return replace(finding, severity="warning", message=join(finding.message, CAUTION), fix=fix)


def _edits(site: Site, use: Use) -> tuple[Edit, ...]:
    outer = site.parent(use.node, use.statement)
    if isinstance(outer, ast.Tuple) and _is_question(site.parent(outer, use.statement), outer):
        return _without(site, outer, use.node)
    if isinstance(outer, ast.Call) and _is_question(outer, use.node):
        asked = replace(use, call=outer)
        answer = (Edit(site.document.span(outer), ("False",)),)
        return folded_branch(site, asked) or dropped_operand(site, asked) or answer
    return ()


def _is_question(call: ast.AST | None, classes: ast.expr) -> bool:
    return (
        isinstance(call, ast.Call)
        and name_of(call.func) == "isinstance"
        and len(call.args) == 2
        and call.args[1] is classes
    )


def _without(site: Site, classes: ast.Tuple, node: ast.expr) -> tuple[Edit, ...]:
    """The tuple without one of its classes; a single one that is left needs no tuple."""
    rest = [site.document.span(one) for one in classes.elts if one is not node]
    if not rest:
        return ()
    pieces: list[Piece] = [rest[0]]
    for one in rest[1:]:
        pieces += [", ", one]
    if len(rest) > 1:
        pieces = ["(", *pieces, ")"]
    return (Edit(site.document.span(classes), tuple(pieces)),)
