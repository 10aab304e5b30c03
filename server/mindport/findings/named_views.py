"""Names that stand for a view when an in-place method is called on them: ``x = y.transpose(1, 2)``.

Measured with MindSpore 2.10.0 on a CPU: what is copied into such a tensor is lost, for it and for the
one that it shows. Where memory is shared without a gap, as with ``view``, both change.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around, walk
from mindport.symbols.fresh import WITH_TWIN
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

# Views of what does not lie together in memory, or begins later.
METHODS = frozenset(
    {"diagonal", "expand", "expand_as", "mT", "moveaxis", "movedim", "narrow", "permute", "select",
     "swapaxes", "swapdims", "t", "transpose", "unfold"}
)  # fmt: skip
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
    scope = function_around(tree, receiver) or tree
    given = [one for one in _given(scope, receiver.id) if one[0] < receiver.lineno]
    last = max(given, key=lambda one: (one[0], one[1] is not None), default=None)
    return last[1] if last is not None and _is_view(site, *last[1:]) else None


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


def _given(scope: ast.AST, name: str) -> Iterator[tuple[int, ast.expr | None, bool]]:
    """The lines on which a name is bound, with what it is given; None where that is not seen.

    And whether it is one of several parts of that.
    """
    for node in walk(scope):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
            yield node.lineno, None, False
    for statement in find(scope, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name) and target.id == name:
                yield statement.lineno, statement.value, False
            elif isinstance(target, ast.Tuple | ast.List):
                names = [item.id for item in target.elts if isinstance(item, ast.Name)]
                values = statement.value
                if name not in names:
                    continue
                if isinstance(values, ast.Tuple) and len(values.elts) == len(target.elts):
                    place = [getattr(item, "id", "") for item in target.elts].index(name)
                    yield statement.lineno, values.elts[place], False
                else:
                    yield statement.lineno, values, True


def _is_view(site: Site, value: ast.expr | None, is_part: bool) -> bool:
    match value:
        case ast.Call(ast.Attribute(attr=method)):
            return method in PARTS if is_part else method in METHODS
        case ast.Attribute(attr=attribute):
            return attribute in ATTRIBUTES and not is_part
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
    return site.bindings.values.get(index, UNKNOWN).kind in ("int", "number")
