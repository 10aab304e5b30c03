"""What ``torch.cat`` is given that is at first a tensor of shape (0,), which it leaves out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.nodes import assigned_pairs, find, function_around, kept, name_of
from mindport.symbols.assignments import assigned
from mindport.symbols.dtypes import dtype_of
from mindport.symbols.shapes import shape_of, whole_number

FLOATING = "float32"  # of a tensor that is made of nothing
EMPTY = re.compile(r"torch\.(?:\w*)Tensor\((?:\[\])?\)")
FIRST = 20  # assignments of a name that are looked at for what it is at first
JOINING = frozenset({"cat", "concat", "concatenate", "hstack", "vstack", "stack", "dstack"})
IN_A_LIST = "[]"  # stands for whatever is read by an index


def begins_empty(node: ast.expr, function: ast.AST, tree: ast.Module) -> bool:
    """Whether an item of a list is at first a tensor of shape (0,), which torch.cat leaves out:
    ``all = torch.tensor([])``, then ``torch.cat([all, x])``; not where the others have one axis and
    its dtype.

    ``self.seen`` is so where the file makes it such anywhere, ``states[i]`` where it puts one into
    any list or dictionary, and a parameter ``states`` where it appends one to a list of that name.
    """
    if not isinstance(node, ast.List | ast.Tuple):
        return False
    empty = any(_is_empty_at_first(item, function, tree) for item in node.elts)
    return empty and not all(
        _is_empty(item, function)
        or (
            (len(shape_of(item, function) or ()) == 1 or _is_flattened(item))
            and dtype_of(item, function) == FLOATING
        )
        for item in node.elts
    )


def _is_empty_at_first(item: ast.expr, function: ast.AST, tree: ast.Module) -> bool:
    match item:
        case ast.Attribute(attr=name):
            return name in kept(tree, _kept_empty)
        case ast.Subscript(slice=index) if not isinstance(index, ast.Slice | ast.Tuple):
            return IN_A_LIST in kept(tree, _kept_empty)
        case ast.Name(name) if assigned(name, function) is None:
            return f"{name}{IN_A_LIST}" in kept(tree, _kept_empty)
    return _is_empty(item, function)


def _is_empty(item: ast.expr, function: ast.AST) -> bool:
    values = (assigned(item.id, function) or [])[:FIRST] if isinstance(item, ast.Name) else [item]
    return any(
        shape_of(value, function) == (0,) or EMPTY.fullmatch(ast.unparse(value)) for value in values
    )


def _kept_empty(tree: ast.Module) -> frozenset[str]:
    """The attributes that are at first such a tensor, ``[]`` where a list or dictionary holds one, and
    ``states[]`` where that list is given one."""
    return frozenset(
        name
        for name, value in _kept(tree)
        if isinstance(value, ast.Name | ast.Call)
        and _is_empty(value, function_around(tree, value) or tree)
    )


def _kept(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """What attributes, lists and dictionaries of the file are given."""
    for statement in find(tree, ast.Assign):
        for target, value in assigned_pairs(statement):
            match target:
                case ast.Attribute(attr=name):
                    yield name, value
                case ast.Subscript(slice=index) if not isinstance(index, ast.Slice | ast.Tuple):
                    yield IN_A_LIST, value
    joined = set()
    for call in find(tree, ast.Call):
        if name_of(call.func) in JOINING:
            joined.update(call.args)
        elif name_of(call.func) in ("append", "insert") and call.args:
            yield IN_A_LIST, call.args[-1]
            if isinstance(call.func, ast.Attribute):
                yield f"{name_of(call.func.value)}{IN_A_LIST}", call.args[-1]
    for held in find(tree, ast.List):
        if held not in joined:
            yield from ((IN_A_LIST, item) for item in held.elts)
    for made in find(tree, ast.ListComp):
        yield IN_A_LIST, made.elt
    for named in find(tree, ast.Dict):
        yield from ((IN_A_LIST, value) for value in named.values)


def _is_flattened(item: ast.expr) -> bool:
    """``x.view(-1)``, ``x.reshape(1)``, ``x.flatten()``."""
    if not isinstance(item, ast.Call) or not isinstance(item.func, ast.Attribute):
        return False
    sizes = list(map(whole_number, item.args))
    name = item.func.attr
    return (
        name in ("flatten", "ravel")
        if not sizes
        else name in ("view", "reshape") and (len(sizes) == 1 and sizes[0] is not None)
    )
