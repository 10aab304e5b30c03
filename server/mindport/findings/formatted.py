"""``f"{loss:.4f}"`` of a tensor (MP101): MindSpore's tensors take no format specification."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.knowledge.templates import is_atomic
from mindport.nodes import find
from mindport.report import Confidence, Edit, Finding, Fix, Operand, Piece
from mindport.symbols.formats import FLOATING, fields_of
from mindport.symbols.uses import Formatted
from mindport.symbols.values import NUMBER_OR_TENSOR, TENSOR, UNKNOWN, held_item, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor.__format__"
TITLE = Text("Format Python's number", "格式化 Python 数值")
MESSAGE = Text(
    "A tensor of MindSpore takes no format specification: the value is formatted as Python's "
    "number.",
    "MindSpore 张量不支持格式说明：需先转换为 Python 数值再格式化。",
)


# What takes the place of the items that are spread over a text's fields.
ONE = 'one.item() if getattr(one, "size", 0) == 1 else one for '
MAYBE = Text("It is a number where no tensor was added to it.", "若未累加过张量，它仍是普通数值。")


def formatted_findings(site: Site) -> Iterator[Finding]:
    """Every tensor that a format specification is given for."""
    for item in site.bindings.formatted:
        confidence: Confidence = "certain" if item.value is TENSOR else "likely"
        span = site.document.span(item.node)
        yield Finding("MP101", "warning", SYMBOL, None, confidence, MESSAGE, span, _fix(item, span))
    yield from _spread(site)


def _spread(site: Site) -> Iterator[Finding]:
    """``"{:.2f} {:.2f}".format(*losses)`` and ``"{a:.2f}".format(**losses)``."""
    tree = site.document.tree
    calls = find(tree, ast.Call) if tree is not None and ".format(*" in site.document.text else ()
    for call in calls:
        match call:
            case ast.Call(ast.Attribute(ast.Constant(str(text)), "format")) if any(fields_of(text)):
                parts: tuple[ast.expr | ast.keyword, ...] = (*call.args, *call.keywords)
                for part in parts:
                    yield from _spread_part(site, part)


def _spread_part(site: Site, part: ast.expr | ast.keyword) -> Iterator[Finding]:
    match part:
        case ast.Starred(held) if _holds_tensors(site, held):
            pieces: tuple[Piece, ...] = ("*[", ONE, "one in ", site.document.span(held), "]")
        case ast.keyword(None, held) if _holds_tensors(site, held):
            items = Operand(site.document.span(held))
            pieces = ("**{name: ", ONE, "name, one in ", items, ".items()}")
        case _:
            return
    span = site.document.span(part)
    fix = Fix(TITLE, "safe", (Edit(span, pieces),))
    yield Finding("MP101", "warning", SYMBOL, None, "likely", MESSAGE, span, fix)


def _holds_tensors(site: Site, node: ast.expr) -> bool:
    value = site.bindings.values.get(node, UNKNOWN)
    item = held_item(value) if value.kind in ("sequence", "tuple", "mapping") else UNKNOWN
    several = value.items if value.kind == "tuple" else (item,)
    return any(is_tensor(one) or one is NUMBER_OR_TENSOR for one in several)


def _fix(item: Formatted, span: Span) -> Fix:
    start, end = Span(span.start, span.start), Span(span.end, span.end)
    if item.spec is not None and item.spec.endswith(FLOATING):
        return Fix(TITLE, "safe", (Edit(start, ("float(",)), Edit(end, (")",))))
    edits: tuple[Edit, ...] = (Edit(end, (".item()",)),)
    if not is_atomic(item.node):
        edits = (Edit(start, ("(",)), Edit(end, (").item()",)))
    if not is_tensor(item.value):
        return Fix(TITLE, "unsafe", edits, MAYBE)
    return Fix(TITLE, "safe", edits)
