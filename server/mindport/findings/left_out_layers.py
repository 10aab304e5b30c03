"""Layers of a network of which a program trains other parts alone: ``net.encoder(x)``, never ``net(x)``.

What is run without gradients, for an evaluation, trains nothing: it is left out of account, inside
``no_grad`` and in the functions whose decorator or body stops gradients. The network is followed by
its names: the file's, an object's attribute, and the parameters of functions that are given it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mindport.findings.stopping import SAYS_ONLY
from mindport.findings.used_layers import is_layer, nodes
from mindport.nodes import (
    attribute_of_self,
    find,
    function_around,
    functions_named,
    kept,
    name_of,
    names_bound,
    parents,
)
from mindport.symbols.values import ClassInfo, FunctionInfo
from mindport.symbols.walk import find_member

# What networks are asked for without being run.
OF_EVERY_NETWORK = frozenset(
    {"bfloat16", "cpu", "cuda", "double", "eval", "float", "half", "load_state_dict", "parameters",
     "requires_grad_", "state_dict", "to", "train", "training", "zero_grad"}
)  # fmt: skip
SHOWS = SAYS_ONLY | {"hasattr", "id", "isinstance", "repr", "str", "type"}
TRAINS = frozenset({"backward", "grad", "value_and_grad"})
STOPS = ("no_grad", "inference_mode")
DEEPEST = 8


@dataclass(frozen=True)
class Handle:
    """A name of a network, or ``self.name``, and the function or file where it is known."""

    name: str
    scope: ast.AST


def left_out_layers(info: ClassInfo, tree: ast.Module) -> Iterator[ast.expr]:
    """``self.head`` of a network of which a file trains ``net.encoder(x)`` alone."""
    trains = any(node.attr in TRAINS for node in find(tree, ast.Attribute))
    line = _line(info)
    if not trains or line is None:
        return
    run = (_asked(_handles_of(info, tree), tree) or frozenset()) - OF_EVERY_NETWORK
    reached = _reached(info, run) if run else None
    if reached is None:
        return
    for cls in line:
        for target in _made_by(cls):
            if target.attr not in reached and is_layer(cls, {}, target, surely=True):
                yield target


def _made_by(info: ClassInfo) -> Iterator[ast.Attribute]:
    """``self.head`` of ``self.head = nn.Linear(4, 2)`` in a class's constructor."""
    made = info.methods.get("__init__")
    for one in find(made.node, ast.Assign) if made is not None and made.node is not None else ():
        if isinstance(one.value, ast.Call):
            yield from (target for target in one.targets if isinstance(target, ast.Attribute))


def stops(node: ast.expr) -> bool:
    """``torch.no_grad()``."""
    return isinstance(node, ast.Call) and name_of(node.func) in STOPS and not node.args


def _line(info: ClassInfo) -> list[ClassInfo] | None:
    """A class and the user's classes that it derives from, one from the next; None where its methods
    may come from elsewhere than those and torch's Module."""
    line = [info]
    while len(line) < DEEPEST and len(line[-1].bases) == 1:
        base = line[-1].bases[0]
        if base.kind == "torch" and base.name == "torch.nn.Module":
            return line
        if not isinstance(base.info, ClassInfo):
            return None
        line.append(base.info)
    return None


def _handles_of(info: ClassInfo, tree: ast.Module) -> set[Handle]:
    """The names of a class's networks, where nothing else is done with the class."""
    made = [
        (assign.targets[0], assign.value.func)
        for assign in find(tree, ast.Assign)
        if isinstance(assign.value, ast.Call) and name_of(assign.value.func) == info.name
    ]
    around = kept(tree, parents)
    mentions = [
        node
        for node in find(tree, ast.Name)
        if node.id == info.name and not _is_of_super(around.get(node))
    ]
    handles = {_handle(target, tree) for target, _ in made} if len(mentions) == len(made) else set()
    return {one for one in handles if one is not None} if None not in handles else set()


def _is_of_super(parent: ast.AST | None) -> bool:
    """``super(Net, self)``, which names the class, and does nothing with it."""
    return isinstance(parent, ast.Call) and name_of(parent.func) == "super"


def _handle(node: ast.expr, tree: ast.Module) -> Handle | None:
    """``net`` or ``self.net``, the way a network is named; of a name, where it is known."""
    if isinstance(node, ast.Name):
        return Handle(node.id, function_around(tree, node) or tree)
    own = attribute_of_self(node)
    return None if own is None else Handle(f"self.{own}", tree)


def _asked(handles: set[Handle], tree: ast.Module) -> frozenset[str] | None:
    """What is asked of networks by any of their names where gradients are; None where one is run as a
    whole there, or goes where nothing follows it."""
    around, stopped = kept(tree, parents), kept(tree, without_gradients)
    known = set(handles)
    attributes: set[str] = set()
    waiting = [*handles]
    while waiting:
        for node in _loads(tree, waiting.pop()):
            parent = around.get(node)
            if isinstance(parent, ast.Attribute):
                attributes |= set() if node in stopped else {parent.attr}
                continue
            if node in stopped and isinstance(parent, ast.Call) and parent.func is node:
                continue
            if _only_shows(parent):
                continue
            other = _goes_on(node, parent, tree)
            if other is None:
                return None
            waiting += {other} - known
            known.add(other)
    return frozenset(attributes)


def _loads(tree: ast.Module, handle: Handle) -> Iterator[ast.expr]:
    held: list[ast.Name | ast.Attribute] = [*find(handle.scope, ast.Name)]
    for node in (*held, *find(handle.scope, ast.Attribute)):
        if not isinstance(node.ctx, ast.Load):
            continue
        found = _handle(node, tree)
        if found is not None and found.name == handle.name and not _is_hidden(node, handle, tree):
            yield node


def _is_hidden(node: ast.expr, handle: Handle, tree: ast.Module) -> bool:
    """Whether a name is another one of the function's that it stands in."""
    function = function_around(tree, node)
    if function is None or function is handle.scope or not isinstance(node, ast.Name):
        return False
    return node.id in names_bound(function)


def _only_shows(parent: ast.AST | None) -> bool:
    """``print(net)``, ``logger.info(net)``, ``f"{net}"``: what runs nothing."""
    is_call = isinstance(parent, ast.Call) and name_of(parent.func) in SHOWS
    return is_call or isinstance(parent, ast.FormattedValue)


def _goes_on(node: ast.expr, parent: ast.AST | None, tree: ast.Module) -> Handle | None:
    """The name of a network where it is assigned to another, or given to a function of the file's or
    to a constructor."""
    match parent:
        case ast.Assign([target], value) if value is node:
            return _handle(target, tree)
        case ast.Call(ast.Name(called), given) if node in given:
            taker, skipped = _taker(called, tree)
            position = given.index(node) + skipped
            spread = any(isinstance(one, ast.Starred) for one in given)
            if taker is None or spread or position >= len(taker.args.args):
                return None
            return Handle(taker.args.args[position].arg, taker)
    return None


def _taker(name: str, tree: ast.Module) -> tuple[ast.FunctionDef | None, int]:
    """The only function of that name, or the constructor of the only class, and what it takes first."""
    functions = functions_named(tree).get(name, [])
    classes = [one for one in find(tree, ast.ClassDef) if one.name == name]
    made = [one for cls in classes for one in cls.body if isinstance(one, ast.FunctionDef)]
    made = [one for one in made if one.name == "__init__"]
    if len(functions) + len(classes) != 1:
        return None, 0
    return (functions[0], 0) if functions else (made[0] if made else None, 1)


def without_gradients(tree: ast.Module) -> set[ast.AST]:
    """What runs without gradients in any case."""
    found: set[ast.AST] = set()
    for block in find(tree, ast.With):
        if any(stops(item.context_expr) for item in block.items):
            found.update(nodes(block.body))
    for function in find(tree, ast.FunctionDef):
        if any(stops(one) or name_of(one) in STOPS for one in function.decorator_list):
            found.update(nodes(function.body))
    return found


def _reached(info: ClassInfo, names: frozenset[str]) -> set[str] | None:
    """The attributes of a class that these ones read, its methods what they read in turn; None where
    the object itself goes on from there."""
    found: set[str] = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        member = find_member(info, name)
        method = member.info if member is not None else None
        if not isinstance(method, FunctionInfo):
            continue
        if method.node is None:
            return None
        around = parents(method.node)
        for node in (one for one in find(method.node, ast.Name) if one.id == "self"):
            match around.get(node):
                case ast.Attribute(attr=attribute):
                    waiting.append(attribute)
                case ast.Call(func) if func is node:
                    waiting.append("forward")
                case _:
                    return None
    return found
