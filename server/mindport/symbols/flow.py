"""One walk over a file: every torch symbol that it uses, and how sure that is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from mindport.nodes import find, name_of
from mindport.symbols.frameworks import is_of_another
from mindport.symbols.statements import bool_op, if_expression, run_block, run_function
from mindport.symbols.uses import Bindings, Borrowed
from mindport.symbols.values import NUMPY_OR_UNKNOWN, UNKNOWN, LazyName, is_tensor, maybe
from mindport.symbols.walk import Given, Resolver, Walk

FIRST = ("__init__", "forward")


def find_uses(tree: ast.Module, path: str, resolver: Resolver) -> Bindings:
    """Walk ``tree``: the module's body, then constructors and forwards, then the functions that
    nothing in it calls, then all others.

    A function that was called before its turn has been walked by then, with the arguments of
    that call for its parameters. Where a later call gives something else, all is walked again with
    what both are, and where an attribute is read before the tensor that it holds was seen.
    """
    walk = _whole(start(tree, path, resolver))
    _look_back(walk)
    if walk.disagreed:
        walk = _whole(start(tree, path, resolver, walk.disagreed))
    uses = sorted(walk.uses, key=lambda use: (use.node.end_lineno, use.node.end_col_offset))
    known = {node: value for node, value in walk.values.items() if value is not NUMPY_OR_UNKNOWN}
    return Bindings(
        uses,
        walk.imports,
        walk.classes,
        known,
        walk.constructed,
        walk.augmented,
        list({gradient.call: gradient for gradient in walk.gradients}.values()),
        list({item.node: item for item in walk.formatted}.values()),
        walk.reads,
        walk.module.names,
        list(_borrowed(walk)),
        walk.has_torch,
        walk.callees,
        frozenset(walk.values.keys() - known.keys()),
    )


def _look_back(walk: Walk) -> None:
    """Note the attributes that hold tensors as was seen only after they had been read."""
    for info, name in walk.early:
        value = info.attributes.get(name, UNKNOWN)
        if is_tensor(value) and info.node is not None and info in walk.classes:
            walk.disagreed.setdefault(info.node, {})[name] = maybe(value)


def _whole(walk: Walk) -> Walk:
    """Walk into the functions, too."""
    called = {"__call__", *(name_of(call.func) for call in find(walk.tree, ast.Call))}
    position = 0
    while position < len(walk.functions):
        pending = walk.functions[position:]
        position = len(walk.functions)
        first = [info for name in FIRST for info in pending if info.name == name]
        entered = [info for info in pending if info.name not in called]
        for info in (*first, *entered, *pending):
            if info.state == "new":
                run_function(walk, info)
    return walk


def _borrowed(walk: Walk) -> Iterator[Borrowed]:
    """The names that are torch's or MindSpore's, and that no other import binds afterwards."""
    names = walk.module.names
    for item in walk.borrowed:
        statement, name = item.statement, item.alias.name
        if name == "*":
            name = item.bound
            if names.get(name) is not item.value:
                continue
        origin = LazyName(statement.module or "", name, statement.level, walk.path)
        value = walk.resolver.handed_on(origin)
        if value is not None:
            yield replace(item, value=value)


def start(tree: ast.Module, path: str, resolver: Resolver, known: Given | None = None) -> Walk:
    """A walk that has gone over the module's own statements, but into no function yet.

    A file that imports neither framework handles torch's tensors where those around it do, and
    MindSpore's where those have been moved already. One of another framework handles that one's.
    """
    walk = Walk(path, resolver, tree, known=known or {})
    walk.run_function = run_function
    walk.if_expression = if_expression
    walk.bool_op = bool_op
    run_block(walk, tree.body)
    if not (walk.has_torch or walk.has_mindspore or is_of_another(tree)):
        near = resolver.frameworks_beside(path)
        walk.has_torch, walk.has_mindspore = "torch" in near, near == {"mindspore"}
    return walk
