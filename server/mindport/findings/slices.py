"""Slices of tensors whose gradient MindSpore's CPU kernel refuses (MP107).

Seen with 2.10.0 on a CPU: StridedSliceGrad raises "input memory out of bounds" for a step along an
axis between the first and the last, ``x[:, ::2]`` of three axes, and for a slice that ends where it
begins at 0, ``x[..., :0]``. The values of both are right.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.findings.written_views import is_written
from mindport.nodes import find, function_around
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.assignments import given_last
from mindport.symbols.shapes import shape_of
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, join

SYMBOL = "torch.slice_copy"
HELPER, NARROW = "helper.slice_copy", "mindspore.mint.narrow"
STEPPED = Text(
    "On a CPU MindSpore refuses the gradient of a slice with a step between the first and the last "
    "axis; taking the places one by one has it.",
    "在 CPU 上，MindSpore 不支持对首尾轴之间带步长的切片求梯度；逐个取位置则可以。",
)
STEP_TITLE = Text("Take every n-th place with a function", "用函数按步长取值")
EMPTY = Text(
    "Where {name} is 0, its default, the slice is empty, and MindSpore refuses its gradient on a CPU; "
    "that of narrow it has.",
    "{name} 默认为 0，此时切片为空，MindSpore 在 CPU 上不支持其梯度；narrow 则支持。",
)
NARROW_TITLE = Text("Write the slice with narrow", "改用 narrow")
COUNTED = Text(
    "narrow takes no negative length, and none that is greater than the axis.",
    "narrow 不接受负的长度，也不接受超出该轴的长度。",
)
WRITTEN = Text(
    "Here the slice is written to, which a copy would not hand on: write to the places of the whole tensor.",
    "此处会写入该切片，而副本不会影响原张量：请直接写入整个张量的对应位置。",
)
UNSEEN = Text("The source does not show that it is a tensor.", "源码未表明它是张量。")


def slice_findings(site: Site) -> Iterator[Finding]:
    """One finding for each such slice that is read."""
    tree = site.document.tree
    if tree is None or "CPU" not in site.target.devices:
        return
    for node in find(tree, ast.Subscript):
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        slices = [item for item in items if isinstance(item, ast.Slice)]
        if not slices or not isinstance(node.ctx, ast.Load):
            continue
        if len(items) > 1 and any(item.step is not None for item in slices):
            finding = _stepped(site, node, items)
        elif isinstance(slices[-1].upper, ast.Name) and slices[-1].lower is None:
            finding = _empty(site, tree, node, items)
        else:
            continue
        if finding is not None:
            yield finding


def _stepped(site: Site, node: ast.Subscript, items: list[ast.expr]) -> Finding | None:
    value = site.bindings.values.get(node.value, UNKNOWN)
    seen = is_tensor(value)
    if not seen and (value.kind != "unknown" or len(items) < 3 or not _is_given(site, node)):
        return None
    places = _places(items)
    if places is None:
        return None
    axes = _axes(site, node.value)
    document = site.document
    pieces: list[Piece] = [document.span(node.value)]
    rest: list[str] = []
    for item, place in zip(items, places, strict=True):
        middle = isinstance(item, ast.Slice) and place not in (0, -1, axes - 1) and _steps(item)
        rest.append(":" if middle else ast.unparse(item))
        if middle and isinstance(item, ast.Slice):
            bounds = {"start": item.lower, "end": item.upper, "step": item.step}
            texts = [f", {name}={ast.unparse(b)}" for name, b in bounds.items() if b is not None]
            pieces = [Name(HELPER), "(", *pieces, f", {place}", *texts, ")"]
    if len(pieces) == 1:
        return None
    if any(one not in (":", "...") for one in rest):
        pieces.append(f"[{', '.join(rest)}]")
    if is_written(site, node):
        told, span = join(STEPPED, WRITTEN), document.span(node)
        return Finding("MP107", "warning", SYMBOL, None, "certain", told, span)
    return _finding(site, node, pieces, STEPPED, STEP_TITLE, None if seen else UNSEEN)


def _is_given(site: Site, node: ast.Subscript) -> bool:
    """Whether it is the parameter of a function or of a lambda, which the source tells nothing of."""
    tree, name = site.document.tree, node.value
    return (
        tree is not None
        and isinstance(name, ast.Name)
        and any(argument.arg == name.id for argument in find(tree, ast.arg))
    )


def _axes(site: Site, node: ast.expr) -> int:
    """How many axes a name's tensor has by what it was given last; 0 where that is not told."""
    tree = site.document.tree
    scope = None if tree is None else function_around(tree, node) or tree
    last = given_last(scope, node) if scope is not None and isinstance(node, ast.Name) else None
    shape = shape_of(last, scope) if scope is not None and last is not None else None
    return len(shape or ())


def _places(items: list[ast.expr]) -> list[int] | None:
    """The axis of each item, counted from the end behind an ellipsis; None where that is not told."""
    places, ellipsis = [], None
    for index, item in enumerate(items):
        if isinstance(item, ast.Constant) and item.value is Ellipsis:
            ellipsis = index
        elif (isinstance(item, ast.Constant) and item.value is None) or not isinstance(
            item, ast.Slice | ast.Constant | ast.UnaryOp
        ):
            return None
        behind = ellipsis is not None and index > ellipsis
        places.append(index - len(items) if behind else index)
    return places


def _steps(item: ast.Slice) -> bool:
    """Whether the step may be more than 1; a tensor takes no negative one."""
    step = item.step
    if step is None or isinstance(step, ast.UnaryOp):
        return False
    return not (isinstance(step, ast.Constant) and step.value in (1, None))


def _empty(
    site: Site, tree: ast.Module, node: ast.Subscript, items: list[ast.expr]
) -> Finding | None:
    """``t[..., :start]`` in a function whose parameter ``start`` is 0 by default."""
    last = items[-1]
    if not isinstance(last, ast.Slice) or last.step is not None:
        return None
    if len(items) > 2 or (len(items) == 2 and ast.unparse(items[0]) != "..."):
        return None
    if not isinstance(last.upper, ast.Name) or not _is_zero(tree, node, last.upper.id):
        return None
    value = site.bindings.values.get(node.value, UNKNOWN)
    if not (is_tensor(value) or (value.kind == "unknown" and len(items) == 2)):
        return None
    dim = -1 if len(items) == 2 else 0
    name = last.upper.id
    whole: list[Piece] = [
        Name(NARROW), "(", site.document.span(node.value), f", {dim}, 0, {name})",
    ]  # fmt: skip
    message = Text(EMPTY.en.format(name=name), EMPTY.zh.format(name=name))
    return _finding(site, node, whole, message, NARROW_TITLE, COUNTED)


def _is_zero(tree: ast.Module, node: ast.expr, name: str) -> bool:
    """Whether the innermost function around has a parameter of that name with the default 0."""
    function = function_around(tree, node)
    if function is None:
        return False
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    behind = plain[len(plain) - len(arguments.defaults) :]
    pairs = [*zip(behind, arguments.defaults, strict=True)]
    pairs += [(a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d]
    return any(
        a.arg == name and isinstance(d, ast.Constant) and type(d.value) is int and d.value == 0
        for a, d in pairs
    )


def _finding(
    site: Site,
    node: ast.Subscript,
    pieces: list[Piece],
    message: Text,
    title: Text,
    caution: Text | None,
) -> Finding:
    span = site.document.span(node)
    fix = Fix(title, "unsafe" if caution else "safe", (Edit(span, tuple(pieces)),), caution)
    return Finding("MP107", "warning", SYMBOL, None, "certain", message, span, fix)
