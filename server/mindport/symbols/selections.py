"""Whether a tensor holds what a mask picks, so that it may hold nothing: ``x[x > 0]``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.nodes import find, kept, name_of, walk
from mindport.symbols.assignments import assigned, given_last
from mindport.symbols.dtypes import dtype_of

# Functions and methods that give what holds for a condition, or where it does.
PICKERS = frozenset({"masked_select", "nonzero", "argwhere"})
# What is behind these is one number, or one for each row, and no list of what was picked.
REDUCING = frozenset(
    {"all", "allclose", "amax", "amin", "any", "argmax", "argmin", "count_nonzero", "dim", "dot",
     "equal", "histc", "item", "len", "logsumexp", "max", "mean", "median", "min", "nanmean",
     "nansum", "ndimension", "nelement", "norm", "numel", "prod", "scatter", "scatter_add", "size",
     "std", "sum", "tolist", "var"}
)  # fmt: skip
# Of these with an axis that is not the first there is one for each row that was picked.
BY_ROW = frozenset(
    {"all", "amax", "amin", "any", "argmax", "argmin", "logsumexp", "max", "mean", "median", "min",
     "nanmean", "nansum", "norm", "prod", "std", "sum", "var"}
)  # fmt: skip
# These give two tensors, what was found and where.
PAIRS = frozenset({"max", "min", "median", "mode", "kthvalue", "sort", "topk", "cummax", "cummin"})
PIECES = frozenset({"chunk", "split", "tensor_split", "unbind"})
# The tensor, an axis and places in it.
TAKING = frozenset({"gather", "index_select", "take_along_dim"})
STACKS, JOINS = frozenset({"stack"}), frozenset({"cat", "concat", "concatenate"})
MASKS = ("mask", "keep", "valid")
GUARDS = frozenset({"any", "sum", "numel", "len", "count_nonzero", "nelement", "size"})


def is_selection(node: ast.expr, within: ast.AST, masks: frozenset[str] = frozenset()) -> bool:
    """Whether ``node`` is what a mask picks out of a tensor, or made of that item by item.

    A name is what it is assigned anywhere in the function. Not where it stands behind a test of the
    mask: ``if mask.any(): x[mask].mean()``.

    Args:
        within: the function, or module, that ``node`` stands in.
        masks: names of ``within`` that are known to stand for masks.
    """
    found = picked(node, within, masks)
    return found is not None and not _is_guarded(node, found, within)


def picked(node: ast.expr, within: ast.AST, masks: frozenset[str] = frozenset()) -> ast.expr | None:
    """The mask that picks ``node``, or the call that finds where one holds; None where nothing is."""
    return _selection(node, within, set(), masks) if kept(within, _picks) else None


def _picks(within: ast.AST) -> bool:
    """Whether anything is picked at all; most functions have nothing to look into."""
    return any(
        isinstance(node, ast.Subscript)
        or (isinstance(node, ast.Call) and name_of(node.func) in (*PICKERS, "where"))
        for node in walk(within)
    )


def _selection(
    node: ast.expr, within: ast.AST, seen: set[str], masks: frozenset[str]
) -> ast.expr | None:
    """The mask that picks, or the call that gives what holds; None where nothing is picked."""
    match node:
        case ast.Name():
            if node.id in seen:
                return None
            seen.add(node.id)
            values = assigned(node.id, within) or kept(within, _unpacked).get(node.id, [])
            return _first(values, within, seen, masks)
        case ast.Subscript():
            indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            for index in indices:
                if _is_mask(index, within, masks):
                    return index
            if _is_one(node.slice):
                found = _gives_several(node.value)
                return _selection(node.value, within, seen, masks) if found else None
            return _first([*indices, node.value], within, seen, masks)
        case ast.BinOp():
            return _first([node.left, node.right], within, seen, masks)
        case ast.Compare():
            return _first([node.left, *node.comparators], within, seen, masks)
        case ast.UnaryOp():
            return _selection(node.operand, within, seen, masks)
        case ast.Attribute(attr="values" | "indices") if _is_pair(node.value):
            return _selection(node.value, within, seen, masks)
        case ast.Call(func=ast.Attribute(attr=name, value=receiver)):
            if name in PICKERS or _is_where(node):
                return node
            if (name in REDUCING and not _is_by_row(node, name)) or _reduces(node, name):
                return None
            if name in JOINS | STACKS and node.args:
                return _joined(node, within, seen, masks)
            count = 3 if name in TAKING else 2
            return _first([receiver, *node.args[:count]], within, seen, masks)
        case ast.Call(func=ast.Call() as made, args=[given, *_]) if _is_loss(made):
            return None if _reduces(made, "_loss") else _selection(given, within, seen, masks)
    return None


def _is_loss(made: ast.Call) -> bool:
    """``nn.CrossEntropyLoss(..)``."""
    return (name_of(made.func) or "").endswith("Loss")


def _joined(
    call: ast.Call, within: ast.AST, seen: set[str], masks: frozenset[str]
) -> ast.expr | None:
    """``torch.stack([x[mask], y[mask]])``, ``torch.cat([x[mask], y[mask]])``, also of a list that is
    filled: where the parts are put behind each other, each of them has to be picked."""
    parts = _parts(call.args[0], within)
    found = [_selection(part, within, set(seen), masks) for part in parts]
    given = [*call.args[1:2], *(k.value for k in call.keywords if k.arg in ("dim", "axis"))]
    along = any(_is_whole(axis) and not _is_first(axis) for axis in given)
    if name_of(call.func) in JOINS and not along and not all(found):
        return None
    return next((one for one in found if one is not None), None)


def _parts(listed: ast.expr, within: ast.AST) -> list[ast.expr]:
    """What stands in a list, or what a name for one holds: ``[x, y]``, ``parts.append(x)``."""
    if not isinstance(listed, ast.Name):
        return listed.elts if isinstance(listed, ast.List | ast.Tuple) else []
    values = assigned(listed.id, within) or []
    if not all(isinstance(value, ast.List | ast.Tuple) for value in values):
        return []
    shown = [part for value in values for part in _parts(value, within)]
    return [*shown, *kept(within, _appended).get(listed.id, [])]


def _appended(within: ast.AST) -> dict[str, list[ast.expr]]:
    """What each list is given by ``append``."""
    found: dict[str, list[ast.expr]] = {}
    for node in find(within, ast.Call):
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "append"), [item]):
                found.setdefault(name, []).append(item)
    return found


def _unpacked(within: ast.AST) -> dict[str, list[ast.expr]]:
    """``torch.where(mask)`` for each name in ``rows, columns = torch.where(mask)``, and so of
    ``values, indices = x[mask].max(1)`` and ``a, b = x[mask].chunk(2, 1)``."""
    found: dict[str, list[ast.expr]] = {}
    for node in find(within, ast.Assign):
        names = (target.elts for target in node.targets if isinstance(target, ast.Tuple))
        if isinstance(node.value, ast.Call) and (
            _gives_several(node.value) or name_of(node.value.func) == "nonzero"
        ):
            for one in (name for some in names for name in some if isinstance(name, ast.Name)):
                found.setdefault(one.id, []).append(node.value)
    return found


def _first(
    nodes: list[ast.expr], within: ast.AST, seen: set[str], masks: frozenset[str]
) -> ast.expr | None:
    found = (_selection(node, within, seen, masks) for node in nodes)
    return next((one for one in found if one is not None), None)


def _is_mask(index: ast.expr, within: ast.AST, masks: frozenset[str]) -> bool:
    """Whether the index holds truth values, as far as its text tells: ``x > 0``, ``mask``."""
    if isinstance(index, ast.Compare):
        return True
    if isinstance(index, ast.BinOp) and isinstance(index.op, ast.BitAnd | ast.BitOr | ast.BitXor):
        return _is_mask(index.left, within, masks) or _is_mask(index.right, within, masks)
    if isinstance(index, ast.UnaryOp):
        return isinstance(index.op, ast.Invert) and not isinstance(index.operand, ast.Constant)
    if isinstance(index, ast.Name | ast.Attribute):
        name = index.id if isinstance(index, ast.Name) else index.attr
        if name in masks or any(word in MASKS for word in name.lower().split("_")):
            return True
    if dtype_of(index, within) == "bool":
        return True
    last = given_last(within, index) if isinstance(index, ast.Name) else None
    return last is not None and not isinstance(last, ast.Name) and _is_mask(last, within, masks)


def _is_one(index: ast.expr) -> bool:
    return isinstance(index, ast.Constant) and isinstance(index.value, int)


def _gives_several(node: ast.expr) -> bool:
    """Whether a call gives tensors each of which is picked where its own is."""
    match node:
        case ast.Call(ast.Attribute(attr="nonzero"), _, [ast.keyword(arg="as_tuple")]):
            return True
    return _is_where(node) or _is_pair(node) or _is_pieces(node)


def _is_where(node: ast.expr) -> bool:
    """``torch.where(condition)``, a tuple of where it holds."""
    return (
        isinstance(node, ast.Call)
        and name_of(node.func) == "where"
        and len(node.args) == 1
        and not node.keywords
    )


def _is_pair(node: ast.expr) -> bool:
    """``x.max(1)`` and ``torch.sort(x)``, which give two tensors."""
    return isinstance(node, ast.Call) and name_of(node.func) in PAIRS


def _is_pieces(node: ast.expr) -> bool:
    """``x.chunk(2, dim=1)`` and ``torch.split(x, 2, -1)``, pieces of each row."""
    if not isinstance(node, ast.Call) or name_of(node.func) not in PIECES:
        return False
    of_torch = isinstance(node.func, ast.Attribute) and name_of(node.func.value) == "torch"
    before = of_torch + (name_of(node.func) != "unbind")  # the tensor, and how many or how long
    axes = [*node.args[before:], *(k.value for k in node.keywords if k.arg in ("dim", "axis"))]
    return any(_is_whole(axis) and not _is_first(axis) for axis in axes)


def _is_by_row(call: ast.Call, name: str) -> bool:
    """Whether a reduction leaves the axis of what was picked: ``x.sum(1)``, ``torch.max(x, dim=1)``."""
    named = [keyword.value for keyword in call.keywords if keyword.arg in ("dim", "axis")]
    given = named if name == "norm" else [*call.args, *named]  # the first number of norm is no axis
    axes = [axis for axis in given if _is_whole(axis)]
    return name in BY_ROW and bool(axes) and not any(map(_is_first, axes))


def _is_whole(axis: ast.expr) -> bool:
    """Whether it is a whole number that is written out."""
    number = axis.operand if isinstance(axis, ast.UnaryOp) else axis
    return isinstance(number, ast.Constant) and type(number.value) is int


def _is_first(axis: ast.expr) -> bool:
    return isinstance(axis, ast.Constant) and axis.value == 0


def _reduces(call: ast.Call, name: str) -> bool:
    """Whether it is a loss that gives one number."""
    if not name.endswith(("_loss", "cross_entropy", "cross_entropy_with_logits")):
        return False
    return not any(
        keyword.arg == "reduction"
        and isinstance(keyword.value, ast.Constant)
        and keyword.value.value == "none"
        for keyword in call.keywords
    )


def _is_guarded(node: ast.expr, picked: ast.expr, within: ast.AST) -> bool:
    """Whether it stands where a test has said that something is picked."""
    texts = {ast.unparse(node), ast.unparse(picked), *_names_of(picked, within)}
    tests: list[tuple[ast.expr, Sequence[ast.AST]]] = []
    tests += [(statement.test, statement.body) for statement in find(within, ast.If)]
    tests += [(choice.test, [choice.body]) for choice in find(within, ast.IfExp)]
    return any(
        _counts(test, texts) and any(inner is node for one in body for inner in walk(one))
        for test, body in tests
    )


def _names_of(picked: ast.expr, within: ast.AST) -> set[str]:
    """Names for what is found or picked by the same: ``places`` of ``places = mask.nonzero().squeeze(1)``."""
    targets = (target for node in find(within, ast.Assign) for target in node.targets)
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    return {
        name
        for name in names
        if _selection(ast.Name(name, ast.Load()), within, set(), frozenset()) is picked
    }


def _counts(test: ast.expr, texts: set[str]) -> bool:
    """``mask.any()``, ``mask.sum() > 0``, ``len(x) > 0``, and one of several such."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(_counts(value, texts) for value in test.values)
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Gt | ast.GtE | ast.NotEq):
        return _counts(test.left, texts)
    match test:
        case ast.Call(func=ast.Attribute(attr="item" | "bool", value=inner), args=[]):
            return _counts(inner, texts)
        case ast.Call(func=ast.Attribute(attr=name, value=inner)) if name in GUARDS:
            return ast.unparse(inner) in texts or any(
                ast.unparse(argument) in texts for argument in test.args
            )
        case ast.Call(func=ast.Name(id="len" | "bool" | "any"), args=[inner]):
            return ast.unparse(inner) in texts or _counts(inner, texts)
        case ast.Subscript(value=ast.Attribute(attr="shape", value=inner)):
            return ast.unparse(inner) in texts
    return False
