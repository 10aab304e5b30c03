"""Which names of other files the forwards and losses of a file reach: read off the text alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mindport.nodes import find, function_around, name_of, targets, walk
from mindport.symbols.reached import ENTRIES, closure, tables, used_of_object

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Computing:
    """What compiled functions of a file read, by the names that its imports take from elsewhere.

    Attributes:
        names: names, as the file that they are imported from has them.
        attributes: what is taken of a plain name, as of a module.
        methods: what is called of an object, each with a dot before it: ``.encode``.
        bases: the classes that others of the file derive from.
    """

    names: frozenset[str]
    attributes: frozenset[str]
    methods: frozenset[str] = frozenset()
    bases: frozenset[str] = frozenset()


def computing(text: str, called: Iterable[str] = ()) -> Computing:
    """What the forwards in ``text`` read, what losses are computed from, and the functions and
    ``.methods`` ``called``, which others' forwards call; nothing where it does not parse."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Computing(frozenset(), frozenset())
    own = {node.name: node for node in tree.body if isinstance(node, Function)}
    functions = [own[name] for name in called if name in own]
    entries = (*ENTRIES, *(name[1:] for name in called if name.startswith(".")))
    functions += [m for cls in find(tree, ast.ClassDef) for m in _reached(cls, entries)]
    functions += _differentiated(tree)
    waiting: list[ast.AST] = [s for function in functions for s in function.body]
    waiting += _losses(tree)
    held = tables(tree)
    names: set[str] = set()
    attributes: set[str] = set()
    methods: set[str] = set()
    for node in (inner for one in waiting for inner in walk(one)):  # ``waiting`` grows on the way
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            names.add(node.id)
            found = own.get(node.id)
            if found is not None and found not in functions:
                functions.append(found)
                waiting += found.body
            if node.id in held:
                waiting.append(held.pop(node.id))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            attributes.add(node.attr)
        func = node.func if isinstance(node, ast.Call) else None
        if isinstance(func, ast.Attribute) and getattr(func.value, "id", "") != "self":
            methods.add(f".{func.attr}")
    imported = {
        alias.asname: alias.name
        for node in find(tree, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    taken = frozenset(imported.get(n, n) for n in names)
    bases = {name_of(base) for cls in find(tree, ast.ClassDef) for base in cls.bases}
    derived = frozenset(imported.get(name, name) for name in bases)
    return Computing(taken, frozenset(attributes), frozenset(methods), derived)


def _reached(cls: ast.ClassDef, entries: Iterable[str]) -> Iterator[Function]:
    """The forward of a class and others of ``entries``, and the methods that they use of the object."""
    methods = {node.name: node for node in cls.body if isinstance(node, Function)}
    used = {name: used_of_object(method) for name, method in methods.items()}
    return (methods[name] for name in closure(used, entries) & methods.keys())


def _differentiated(tree: ast.Module) -> Iterator[Function]:
    """The functions that ``value_and_grad(forward_fn, ...)`` and ``grad`` are given."""
    given = {
        name
        for call in find(tree, ast.Call)
        if name_of(call.func) in ("value_and_grad", "grad") and call.args
        and (name := getattr(call.args[0], "id", ""))
    }  # fmt: skip
    return (one for one in find(tree, ast.FunctionDef) if one.name in given)


def _losses(tree: ast.Module) -> Iterator[ast.expr]:
    """What a name stands for that ``backward`` is called of: it becomes a function to differentiate."""
    for call in find(tree, ast.Call):
        receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
        if name_of(call.func) != "backward" or not isinstance(receiver, ast.Name):
            continue
        scope = function_around(tree, call) or tree
        waiting, seen = [receiver.id], {receiver.id}
        for name in waiting:  # grows while it is read
            for value in _assigned(scope, name):
                yield value
                further = [one for one in _held_by(value) if one not in seen]
                seen.update(further)
                waiting += further


def _assigned(scope: ast.AST, name: str) -> Iterator[ast.expr]:
    statements: list[ast.Assign | ast.AugAssign]
    statements = [*find(scope, ast.Assign), *find(scope, ast.AugAssign)]
    for statement in statements:
        if any(getattr(target, "id", "") == name for target in targets(statement)):
            yield statement.value


def _held_by(value: ast.expr) -> Iterator[str]:
    """The names of what holds a loss: ``out`` of ``out["loss"]``, ``out.loss`` and ``sum(out.values())``;
    not what a call is given."""
    match value:
        case ast.Subscript(ast.Name(name)) | ast.Attribute(ast.Name(name)):
            yield name
        case ast.BinOp(left, _, right):
            yield from _held_by(left)
            yield from _held_by(right)
        case ast.Call(ast.Name("sum"), [ast.GeneratorExp(elt) | ast.ListComp(elt)]):
            yield from _held_by(elt)
        case ast.Call(ast.Name("sum"), [given, *_]):
            yield from _held_by(given)
        case ast.Call(ast.Attribute(held, "values" | "mean" | "sum")):
            yield from [held.id] if isinstance(held, ast.Name) else _held_by(held)
