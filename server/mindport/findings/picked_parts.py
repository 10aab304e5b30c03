"""``part = x[index]``, then ``part[0] = 5`` (MP215): torch's part is a copy, MindSpore sets it in x, too.

Run with MindSpore 2.7.2 to 2.10.0 in PyNative mode on a CPU, in what is differentiated and outside of
it: what is set in an item of ``x[index]`` is written back to ``x``, whatever the index is. In torch it is
where the index is made of numbers and slices; a list, a mask or a tensor of places gives a copy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Literal

from mindport.document import Span
from mindport.findings.named_views import last_given
from mindport.findings.ownership import is_fresh
from mindport.findings.passed_views import DEEPEST, returned, sources
from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, join

SYMBOL = "torch.Tensor.index_put_"
MESSAGE = Text(
    "In torch this is a copy. In MindSpore what is set in it is set in {0}, too; .copy() keeps {0} as it "
    "is.",
    "在 torch 中这是副本；在 MindSpore 中对它的赋值也会写入 {0}。.copy() 使 {0} 保持不变。",
)
NUMBER = Text(
    "If the index is a tensor of one number without axes, torch gives a view: leave the copy out then.",
    "若下标是没有维度的单个数张量，torch 返回视图，此时请勿复制。",
)
HOLDERS = ("sequence", "tuple", "mapping")
TITLE = Text("Take a copy", "取副本")
# What may be seen of an index: a number without axes, which gives a view; one item of something, which
# has no axes where that is a vector; nothing; at least one axis, so that a copy is made.
Axes = Literal["number", "one", "unknown", "some"]
SURENESS: tuple[Axes, ...] = ("number", "one", "unknown", "some")
ONE_NUMBER = frozenset({"argmax", "argmin", "max", "min", "sum"})
VECTORS = frozenset({"arange", "randperm"})
KEEPING = frozenset({"clone", "contiguous", "cpu", "cuda", "detach", "int", "long", "to"})
# What gives masks, or places along an axis.
WITH_AXES = frozenset(
    {"arange", "argsort", "argwhere", "batched_nms", "bool", "eq", "flatnonzero", "ge", "gt", "isfinite",
     "isin", "isnan", "le", "logical_and", "logical_not", "logical_or", "lt", "masked_select", "ne", "nms",
     "nonzero", "randint", "randperm", "sort", "topk", "unique", "where"}
)  # fmt: skip


def picked_part_findings(site: Site) -> Iterator[Finding]:
    """One finding for each part that is picked and has items set later."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None or not site.bindings.has_torch:
        return
    told: set[ast.Subscript] = set()
    for target in find(tree, ast.Subscript):
        if (
            not isinstance(target.ctx, ast.Store)
            or values.get(target.value, UNKNOWN).kind in HOLDERS
        ):
            continue
        for part in _picked(site, tree, target.value):
            if site.target.mode == "GRAPH" and part is not target.value:
                continue  # a name for the part, or what it is part of, is none of x there
            if (
                part in told
                or _is_let_go(site, tree, part)
                or _axes(site, tree, part.slice) == "number"
            ):
                continue
            told.add(part)
            end = site.document.span(part).end
            axes = _axes(site, tree, part.slice)
            caution = None if axes == "some" else NUMBER
            edits = (Edit(Span(end, end), (".copy()",)),)
            fix = (
                None
                if axes == "one"
                else Fix(TITLE, "unsafe" if caution else "safe", edits, caution)
            )
            whole = ast.unparse(part.value)
            said = Text(MESSAGE.en.format(whole), MESSAGE.zh.format(whole))
            span = site.document.span(part)
            yield Finding(
                "MP215", "warning", SYMBOL, None, "likely", join(said, caution), span, fix
            )


def _picked(
    site: Site, tree: ast.Module, node: ast.expr, depth: int = 0
) -> Iterator[ast.Subscript]:
    """The picked parts that ``node`` may be, or be an item of."""
    if depth > DEEPEST:
        return
    values = site.bindings.values
    match node:
        case ast.Subscript(whole, index):
            held = values.get(whole, UNKNOWN)
            if held.kind in HOLDERS:
                for value in _items(tree, whole):
                    yield from _picked(site, tree, value, depth + 1)
            elif picks(site, index) and is_tensor(held):
                yield node
            else:
                yield from _picked(site, tree, whole, depth + 1)
        case ast.Name():
            for value, place in sources(tree, node):
                if place is None:
                    yield from _picked(site, tree, value, depth + 1)
        case ast.IfExp(body=one, orelse=other):
            yield from _picked(site, tree, one, depth + 1)
            yield from _picked(site, tree, other, depth + 1)
        case ast.Call(ast.Attribute(whole, "contiguous"), []):
            yield from _picked(site, tree, whole, depth + 1)
        case ast.Call():
            for value in returned(tree, node):
                yield from _picked(site, tree, value, depth + 1)


def _items(tree: ast.Module, holder: ast.expr) -> list[ast.expr]:
    """What a list or tuple is written with: ``[x[index], y]``."""
    given = sources(tree, holder) if isinstance(holder, ast.Name) else [(holder, None)]
    return [
        item
        for value, place in given
        if place is None and isinstance(value, ast.List | ast.Tuple)
        for item in value.elts
    ]


def picks(site: Site, index: ast.expr) -> bool:
    """Whether an index makes a copy: a mask, or a tensor or list of places."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(
        isinstance(part, ast.Compare | ast.List)
        or is_tensor(site.bindings.values.get(part, UNKNOWN))
        for part in parts
    )


def _axes(site: Site, tree: ast.Module, index: ast.expr) -> Axes:
    """What is seen of the axes of an index's tensors; those of the surest one."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    tensors = [p for p in parts if isinstance(p, ast.Compare | ast.List) or _is_tensor(site, p)]
    return max((_axes_of(tree, part) for part in tensors), key=SURENESS.index, default="number")


def _is_tensor(site: Site, node: ast.expr) -> bool:
    return is_tensor(site.bindings.values.get(node, UNKNOWN))


def _axes_of(tree: ast.Module, node: ast.expr, depth: int = 0) -> Axes:
    match node:
        case ast.Compare() | ast.List() | ast.UnaryOp(op=ast.Invert()):
            return "some"
        case ast.BinOp(left, ast.BitAnd() | ast.BitOr(), right):
            both = (_axes_of(tree, left, depth), _axes_of(tree, right, depth))
            return max(both, key=SURENESS.index)
        case ast.Call(ast.Attribute(_, method), [], []) if method in ONE_NUMBER:
            return "number"
        case ast.Call(ast.Attribute(made, method)) if method in KEEPING:
            return _axes_of(tree, made, depth)
        case ast.Call(func):
            return "some" if name_of(func) in WITH_AXES else "unknown"
        case ast.Subscript(_, ast.Slice() | ast.Tuple()):
            return "unknown"
        case ast.Subscript(_, ast.Compare() | ast.List()):
            return "some"
        case ast.Subscript():
            return "one"
        case ast.Name() if (gone := _loop_over(tree, node)) is not None:
            vector = isinstance(gone, ast.Call) and name_of(gone.func) in VECTORS
            return "number" if vector else "one"
        case ast.Name() if depth < DEEPEST:
            last = last_given(function_around(tree, node) or tree, node)
            if last is not None and last.value is not None and last.place is None:
                return _axes_of(tree, last.value, depth + 1)
    return "unknown"


def _is_let_go(site: Site, tree: ast.Module, part: ast.Subscript) -> bool:
    """Whether nothing holds what is picked of, or nothing reads it behind."""
    whole = part.value
    while isinstance(whole, ast.Subscript):
        whole = whole.value
    if not isinstance(whole, ast.Name):
        return is_fresh(site, whole)
    scope = function_around(tree, part) or tree
    last = last_given(scope, whole)
    if isinstance(scope, ast.Module) or last is None or last.value is None:
        return False
    if (
        last.place is not None
        or not is_fresh(site, last.value)
        or any((*find(scope, ast.For), *find(scope, ast.While)))
    ):
        return False
    names = (one for one in find(scope, ast.Name) if one.id == whole.id)
    return not any(isinstance(one.ctx, ast.Load) and one.lineno > part.lineno for one in names)


def _loop_over(tree: ast.Module, name: ast.Name) -> ast.expr | None:
    """What the loop goes through that gives a name one item after the other."""
    scope = function_around(tree, name) or tree
    loops = [(one.target, one.iter) for one in find(scope, ast.For)]
    loops += [(one.target, one.iter) for one in find(scope, ast.comprehension)]
    return next(
        (gone for target, gone in loops if name.id in {n.id for n in find(target, ast.Name)}), None
    )
