"""A mask of several axes with slices behind it (MP220): ``x[mask, :]``, ``x[:, mask, 1:]``.

Seen with MindSpore 2.10.0 on a CPU: the slice is taken to be of the axis behind the mask's first, so
that it ends too early, or too late; ``x[mask, ...]`` raises. ``x[mask]`` is right, and writing is.
``x[..., mask]`` raises, read or written.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.report import Edit, Finding, Fix, Operand, Piece, Severity
from mindport.symbols.dtypes import dtype_of
from mindport.symbols.shapes import shape_of
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.masked_select"
MESSAGE = Text(
    "Behind a mask of several axes MindSpore takes a slice of the wrong axis.",
    "多轴掩码之后的切片，MindSpore 会取错轴。",
)
TITLE = Text("Take the mask first", "先用掩码取值")
BEHIND_DOTS = Text(
    "Behind '...' MindSpore takes a mask of one axis only.",
    "在 '...' 之后，MindSpore 只接受一维掩码。",
)
FLATTEN = Text("Make one axis of those that the mask is for", "将掩码对应的各轴合并为一轴")
MASK = re.compile(r"(?:\w*_)?masks?", re.I)


def mask_index_findings(site: Site) -> Iterator[Finding]:
    """One finding for each tensor that is read so; reading in two steps means the same in torch.

    Of what may be a tensor, where nothing but whole axes is behind the mask: without these it means
    the same for every array.
    """
    tree, values = site.document.tree, site.bindings.values
    if tree is None:
        return
    written = {node.target for node in find(tree, ast.AugAssign)}
    for node in find(tree, ast.Subscript):
        if not isinstance(node.slice, ast.Tuple):
            continue
        value = values.get(node.value, UNKNOWN)
        known = is_tensor(value) and value.name.startswith("torch.")
        if not known and value != UNKNOWN:
            continue
        within = function_around(tree, node) or tree
        axes = _axes_behind_dots(node.slice.elts, within) if known else 0
        if axes > 1:
            yield _of_last_axes(site, node, axes, node in written)
        if axes > 1 or not (isinstance(node.ctx, ast.Load) or node in written):
            continue
        place = _mask(node.slice.elts, within)
        if place is None or not (known or all(map(_is_whole, node.slice.elts[place + 1 :]))):
            continue
        edit = _edit(site, node, node.slice.elts, place, node in written)
        fix = None if edit is None else Fix(TITLE, "safe", (edit,))
        span = site.document.span(node)
        severity: Severity = "error" if fix is None else "warning"
        yield Finding("MP220", severity, SYMBOL, None, "likely", MESSAGE, span, fix)


def _axes_behind_dots(items: list[ast.expr], within: ast.AST) -> int:
    """How many axes the mask of ``x[..., mask]`` has; 0 where it is none, or the source does not tell."""
    match items:
        case [ast.Constant(value=dots), mask] if dots is ... and dtype_of(mask, within) == "bool":
            return len(shape_of(mask, within) or ())
    return 0


def _of_last_axes(site: Site, node: ast.Subscript, axes: int, written: bool) -> Finding:
    """``x.flatten(-2)[..., mask.flatten()]`` for ``x[..., mask]``."""
    assert isinstance(node.slice, ast.Tuple)
    value, mask = site.document.span(node.value), site.document.span(node.slice.elts[-1])
    fix = None
    if isinstance(node.ctx, ast.Load) and not written:
        edits = (
            Edit(value, (Operand(value), f".flatten({-axes})")),
            Edit(mask, (Operand(mask), ".flatten()")),
        )
        fix = Fix(FLATTEN, "safe", edits)
    severity: Severity = "error" if fix is None else "warning"
    span = site.document.span(node)
    return Finding("MP220", severity, SYMBOL, None, "likely", BEHIND_DOTS, span, fix)


def _mask(items: list[ast.expr], within: ast.AST) -> int | None:
    """Which index is a mask that may have several axes, the only tensor among slices."""
    found = None
    for place, item in enumerate(items):
        if _is_slice(item) or isinstance(item, ast.Constant):
            continue
        if found is not None or not _is_mask(item, within):
            return None
        found = place
    if found is None or not any(map(_is_slice, items[found + 1 :])):
        return None
    return found


def _is_slice(item: ast.expr) -> bool:
    return isinstance(item, ast.Slice) or (isinstance(item, ast.Constant) and item.value is ...)


def _is_mask(item: ast.expr, within: ast.AST) -> bool:
    shape = shape_of(item, within)
    if shape is not None and len(shape) < 2:
        return False
    dtype = dtype_of(item, within)
    return dtype == "bool" or (not dtype and MASK.fullmatch(name_of(item)) is not None)


def _edit(
    site: Site, node: ast.Subscript, items: list[ast.expr], place: int, written: bool
) -> Edit | None:
    """``x[mask]`` for ``x[mask, :]``, ``x[mask][:, 1:]`` for ``x[mask, 1:]``."""
    document, rest = site.document, items[place + 1 :]
    first, last = document.span(items[0]), document.span(items[-1])
    mask = document.span(items[place])
    if all(map(_is_whole, rest)):
        return Edit(Span(mask.end, last.end), ())
    before = items[:place]
    if written or not all(isinstance(item, ast.Slice) for item in before):
        return None
    colons = ":, " * (len(before) + 1)
    behind = Span(document.span(rest[0]).start, last.end)
    pieces: list[Piece] = [Span(first.start, mask.end), f"][{colons}", behind]
    return Edit(Span(first.start, last.end), tuple(pieces))


def _is_whole(item: ast.expr) -> bool:
    """``:`` or ``...``."""
    if isinstance(item, ast.Slice):
        return item.lower is None and item.upper is None and item.step is None
    return isinstance(item, ast.Constant) and item.value is ...
