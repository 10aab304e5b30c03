"""What an index that is made of tensors and lists picks: whether it copies, and how sure that is."""

from __future__ import annotations

import ast
from typing import Literal

from mindport.findings.named_views import last_given
from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.symbols.values import UNKNOWN, is_tensor

DEEPEST = 8
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


def picks(site: Site, index: ast.expr) -> bool:
    """Whether an index makes a copy: a mask, or a tensor or list of places."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(_is_picking(site, part) for part in parts)


def is_mask(tree: ast.Module, node: ast.expr, depth: int = 0) -> bool:
    """Whether an index is what a comparison of parts of tensors or arrays gave, or an item of that:
    ``kept[i]`` of ``kept = boxes[..., 4] > 0.5``. What it picks is a copy, however many axes it has.
    """
    match node:
        case ast.Compare(left, _, others):
            return any(isinstance(one, ast.Subscript) and _cuts(one) for one in (left, *others))
        case ast.Subscript(whole):
            return is_mask(tree, whole, depth)
        case ast.Name() if depth < DEEPEST:
            last = last_given(function_around(tree, node) or tree, node)
            if last is not None and last.value is not None and last.place is None:
                return is_mask(tree, last.value, depth + 1)
    return False


def _cuts(node: ast.Subscript) -> bool:
    """``x[..., 4]``, ``x[:, 0]``: what lists and mappings do not take."""
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
    return any(
        isinstance(one, ast.Slice) or (isinstance(one, ast.Constant) and one.value is Ellipsis)
        for one in parts
    )


def axes_of_index(site: Site, tree: ast.Module, index: ast.expr) -> Axes:
    """What is seen of the axes of an index's tensors; those of the surest one."""
    if is_mask(tree, index):
        return "some"
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    tensors = [part for part in parts if _is_picking(site, part)]
    return max((_axes_of(tree, part) for part in tensors), key=SURENESS.index, default="number")


def _is_picking(site: Site, part: ast.expr) -> bool:
    known = is_tensor(site.bindings.values.get(part, UNKNOWN))
    return known or isinstance(part, ast.Compare | ast.List)


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
        case ast.Subscript(ast.Name() as whole) if _unpacked_axes(tree, whole) > 1:
            return "some"
        case ast.Subscript():
            return "one"
        case ast.Name() if _unpacked_axes(tree, node) > 0:
            return "some"
        case ast.Name() if (gone := _loop_over(tree, node)) is not None:
            vector = isinstance(gone, ast.Call) and name_of(gone.func) in VECTORS
            return "number" if vector else "one"
        case ast.Name() if depth < DEEPEST:
            last = last_given(function_around(tree, node) or tree, node)
            if last is not None and last.value is not None and last.place is None:
                return _axes_of(tree, last.value, depth + 1)
    return "unknown"


def _loop_over(tree: ast.Module, name: ast.Name) -> ast.expr | None:
    """What the loop goes through that gives a name one item after the other."""
    scope = function_around(tree, name) or tree
    loops = [(one.target, one.iter) for one in find(scope, ast.For)]
    loops += [(one.target, one.iter) for one in find(scope, ast.comprehension)]
    return next(
        (gone for target, gone in loops if name.id in {n.id for n in find(target, ast.Name)}), None
    )


def _unpacked_axes(tree: ast.Module, name: ast.Name) -> int:
    """How many axes ``length, batch = tags.shape`` tells of; 0 where nothing tells."""
    for statement in find(function_around(tree, name) or tree, ast.Assign):
        match statement:
            case ast.Assign(
                [ast.Tuple(parts)],
                ast.Attribute(ast.Name(name.id), "shape")
                | ast.Call(ast.Attribute(ast.Name(name.id), "size"), []),
            ) if not any(isinstance(part, ast.Starred) for part in parts):
                return len(parts)
    return 0
