"""Names that stand for a view when an in-place method is called on them: ``x = y.transpose(1, 2)``.

Measured with MindSpore 2.10.0 on a CPU: what is copied into such a tensor is lost, for it and for the
one that it shows. Where memory is shared without a gap, as with ``view``, both change.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from mindport.findings.site import Site
from mindport.nodes import find, function_around, kept, name_of, walk
from mindport.symbols.fresh import WITH_TWIN
from mindport.symbols.uses import Use
from mindport.symbols.values import INT, UNKNOWN, is_tensor
from mindport.texts import Text

# Views of what does not lie together in memory, or begins later.
METHODS = frozenset(
    {"diagonal", "expand", "expand_as", "mT", "moveaxis", "movedim", "narrow", "permute", "select",
     "swapaxes", "swapdims", "t", "transpose", "unfold"}
)  # fmt: skip
# Another shape of the same memory.
FLAT = frozenset(
    {
        "flatten",
        "ravel",
        "reshape",
        "reshape_as",
        "squeeze",
        "unflatten",
        "unsqueeze",
        "view",
        "view_as",
    }
)
PARTS = frozenset({"chunk", "split", "split_with_sizes", "tensor_split", "unbind"})
ATTRIBUTES = frozenset({"H", "T", "mH", "mT"})
READ = Text(
    "What it shows a part of keeps its values: what reads that afterwards sees them unchanged.",
    "被其引用的张量保持原值：之后读取该张量的代码看到的是未修改的值。",
)


def named_view(site: Site, use: Use) -> ast.expr | None:
    """The view that a name, the receiver or that of its ``.data``, was last given; else None."""
    receiver, tree = use.receiver, site.document.tree
    if isinstance(receiver, ast.Attribute) and receiver.attr == "data":
        receiver = receiver.value
    if not isinstance(receiver, ast.Name) or tree is None:
        return None
    last = last_given(function_around(tree, receiver) or tree, receiver)
    return last.value if last is not None and gives_view(site, last) else None


def target_for(site: Site, use: Use, view: ast.expr) -> str | None:
    """What ``x.mul(2)`` is assigned to in the place of ``x.mul_(2)``: ``x``, or ``x[:]`` where ``x``
    is a slice, and MindSpore writes to what it is a part of.

    None where that is no statement, and where the tensor that ``x`` shows is read afterwards.
    """
    name = use.symbol.rpartition(".")[2]
    alone = isinstance(use.statement, ast.Expr) and use.statement.value is use.call
    if not alone or not isinstance(use.receiver, ast.Name) or name[:-1] not in WITH_TWIN:
        return None
    if not isinstance(view, ast.Subscript) or isinstance(view.value, ast.Call):
        return None if _is_read_later(site, use.receiver, view) else use.receiver.id
    index = view.slice
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return f"{use.receiver.id}[:]" if any(isinstance(p, ast.Slice) for p in parts) else None


def _is_read_later(site: Site, name: ast.Name, view: ast.expr) -> bool:
    """Whether names in a view other than ``name`` are read on a line behind it."""
    tree = site.document.tree
    assert tree is not None
    scope = function_around(tree, name) or tree
    shown = {n.id for n in walk(view) if isinstance(n, ast.Name)} - {name.id}
    shown -= {one.bound for one in site.bindings.imports}
    loads = (n for n in walk(scope) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return any(n.id in shown and n.lineno > name.lineno for n in loads)


@dataclass(frozen=True)
class Given:
    """What a name is given on a line: a value, or the part of it at ``place``; None is not seen."""

    line: int
    value: ast.expr | None
    place: int | None = None


def last_given(scope: ast.Module | ast.FunctionDef, name: ast.Name) -> Given | None:
    """What ``scope`` gives a name on the last line before it; None where it gives it nothing."""
    given = kept(scope, _given).get(name.id, [])
    before = bisect_left(given, name.lineno, key=lambda one: one.line)
    return given[before - 1] if before else None


def _given(scope: ast.AST) -> dict[str, list[Given]]:
    """What a scope gives each name, by line; on a line what is seen comes last."""
    found: dict[str, list[Given]] = {}
    for node in find(scope, ast.Name):
        if isinstance(node.ctx, ast.Store):
            found.setdefault(node.id, []).append(Given(node.lineno, None))
    for statement in find(scope, ast.Assign):
        for target in statement.targets:
            for name, given in _assigned(statement, target):
                found.setdefault(name, []).append(given)
    for loop in find(scope, ast.For):
        for name, given in _looped(loop.lineno, loop.target, loop.iter):
            found.setdefault(name, []).append(given)
    for ones in found.values():
        ones.sort(key=lambda one: (one.line, one.value is not None))
    return found


def _assigned(statement: ast.Assign, target: ast.expr) -> Iterator[tuple[str, Given]]:
    value = statement.value
    match target:
        case ast.Name(name):
            yield name, Given(statement.lineno, value)
        case ast.Tuple(items) | ast.List(items):
            names = [getattr(item, "id", "") for item in items]
            if isinstance(value, ast.Tuple) and len(value.elts) == len(names):
                yield from zip(names, (Given(statement.lineno, v) for v in value.elts), strict=True)
            else:
                parts = (Given(statement.lineno, value, place) for place in range(len(names)))
                yield from zip(names, parts, strict=True)


def _looped(line: int, target: ast.expr, looped: ast.expr) -> Iterator[tuple[str, Given]]:
    """What ``for row in x``, ``for i, row in enumerate(x)`` and ``for a, b in zip(x, y)`` give."""
    match target, looped:
        case ast.Name(name), ast.Name() | ast.Attribute():
            yield name, Given(line, looped, 0)
        case ast.Tuple([_, ast.Name() as item]), ast.Call(ast.Name("enumerate"), [inner, *_]):
            yield from _looped(line, item, inner)
        case ast.Tuple(items), ast.Call(ast.Name("zip"), [*several]):
            for one, other in zip(items, several, strict=False):
                yield from _looped(line, one, other)


def gives_view(site: Site, given: Given) -> bool:
    """Whether what is given is written as a view of a tensor."""
    is_part = given.place is not None
    match given.value:
        case ast.Call(ast.Attribute(attr=method)):
            return method in PARTS if is_part else method in METHODS
        case ast.Name() | ast.Attribute() if is_part:
            value = site.bindings.values.get(given.value, UNKNOWN)
            # A function of MindSpore's may give as many tensors as it gets: clip_by_norm(grads).
            return is_tensor(value) and not value.name.startswith("mindspore.")
        case ast.Attribute(attr=attribute):
            return attribute in ATTRIBUTES
        case ast.Subscript(ast.Call(ast.Attribute(attr=method)), ast.Constant(int())):
            return method in PARTS
        case ast.Subscript(tensor, index):
            parts = index.elts if isinstance(index, ast.Tuple) else [index]
            known = is_tensor(site.bindings.values.get(tensor, UNKNOWN))
            sliced = isinstance(index, ast.Tuple) and any(map(_is_sliced, parts))
            return (known or sliced) and not is_part and all(_is_plain(site, p) for p in parts)
    return False


def _is_sliced(index: ast.expr) -> bool:
    return isinstance(index, ast.Slice) or (
        isinstance(index, ast.Constant) and index.value in (None, ...)
    )


def _is_plain(site: Site, index: ast.expr) -> bool:
    """Whether an index surely picks no items one by one, which would give a copy."""
    if isinstance(index, ast.UnaryOp):
        index = index.operand
    if _is_sliced(index) or (isinstance(index, ast.Constant) and isinstance(index.value, int)):
        return not (isinstance(index, ast.Constant) and isinstance(index.value, bool))
    if isinstance(index, ast.Call) and name_of(index.func) in ("int", "item", "len"):
        return True
    return site.bindings.values.get(index) is INT
