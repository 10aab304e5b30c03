"""Functions that compiled code calls more than once with the same arguments.

Graph mode makes equal values once, also those of two calls: of two Cells what they compute of their
arguments and of numbers, of one function or Cell what its layers give, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from mindport.findings.graph.compiled import Compiled, Function, class_of
from mindport.findings.graph.definitions import Definition, method_of, own_method
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, loop_pairs, walk
from mindport.symbols.statements import FORWARD_NAMES
from mindport.symbols.values import UNKNOWN, ClassInfo, is_layer, is_tensor

Repeats = Literal["same", "others"]
LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.DictComp)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of one of the file's compiled functions; ``receiver`` is what it is called on."""

    node: ast.Call
    callee: Definition
    receiver: str
    arguments: str


def repeated_functions(site: Site, code: Compiled) -> Mapping[ast.AST, Repeats]:
    """The functions, each with whether the same one is called again, or another Cell of its class."""
    by_node: dict[ast.AST, Function] = {one.node: one for one in code.functions}
    calls: dict[ast.AST, list[Call]] = {
        one.node: list(_calls(site, by_node, one)) for one in code.functions
    }
    found: dict[ast.AST, Repeats] = {}
    for function in code.functions:
        for callee, kind in _twice(function, calls[function.node]):
            found[callee] = "same" if "same" in (kind, found.get(callee)) else "others"
    waiting = list(found)
    for node in waiting:  # grows while it is read
        for call in calls.get(node, ()):
            if call.callee not in found and is_of_arguments(
                site, node, call.node.args, same=found[node] == "same"
            ):
                found[call.callee] = found[node]
                waiting.append(call.callee)
    return found


def is_of_arguments(
    site: Site, function: ast.AST, values: Sequence[ast.expr], *, same: bool
) -> bool:
    """Whether values are computed of a function's arguments, numbers and, of the ``same`` Cell, layers."""
    first: dict[str, int] = {}
    for name in find(function, ast.Name):
        if not isinstance(name.ctx, ast.Load):
            first[name.id] = min(name.lineno, first.get(name.id, name.lineno))
    for value in values:
        for one in walk(value):
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
                if first.get(one.id, value.lineno) < value.lineno:
                    return False
            elif isinstance(one, ast.Attribute) and attribute_of_self(one) and not same:
                known = site.bindings.values.get(one, UNKNOWN)
                if is_tensor(known) or is_layer(known):
                    return False
            if isinstance(one, ast.Call) and attribute_of_self(one.func) is not None and not same:
                return False
    return True


def _twice(function: Function, calls: Sequence[Call]) -> Iterator[tuple[Definition, Repeats]]:
    """What a function calls again with the same arguments, or in each round of a loop."""
    stores = [
        one
        for one in function.nodes
        if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)
    ]
    loops = [one for one in function.nodes if isinstance(one, LOOPS)]
    choices = [one for one in function.nodes if isinstance(one, ast.If | ast.IfExp)]
    for index, call in enumerate(calls):
        read = {
            name.id
            for one in (*call.node.args, *(key.value for key in call.node.keywords))
            for name in find(one, ast.Name)
        }
        for other in calls[index + 1 :]:
            if call.callee is other.callee and call.arguments == other.arguments:
                ends = sorted((call.node.lineno, other.node.lineno))
                if any(s.id in read and ends[0] <= s.lineno < ends[1] for s in stores):
                    continue
                if not any(_parts(one, call.node, other.node) for one in choices):
                    same = call.receiver == other.receiver
                    yield call.callee, "same" if same else "others"
        called = {name.id for name in find(call.node.func, ast.Name)}
        for loop in loops:
            inside = set(walk(loop))
            bound = {s.id for s in stores if s in inside}
            if call.node in inside and not read & bound:
                yield call.callee, "others" if called & bound else "same"


def _parts(choice: ast.If | ast.IfExp, call: ast.Call, other: ast.Call) -> bool:
    """Whether one of two calls alone is made: in a branch each, or one in a branch that returns."""
    if isinstance(choice, ast.IfExp):
        blocks = [set(walk(choice.body)), set(walk(choice.orelse))]
        ends = [False, False]
    else:
        blocks = [{n for one in block for n in walk(one)} for block in (choice.body, choice.orelse)]
        ends = [
            bool(block) and isinstance(block[-1], ast.Return | ast.Raise)
            for block in (choice.body, choice.orelse)
        ]
    places = [[one in block for block in blocks] for one in (call, other)]
    if places[0] == places[1]:
        return False
    return all(map(any, places)) or any(
        here and end for place in places for here, end in zip(place, ends, strict=True)
    )


def _calls(site: Site, known: Mapping[ast.AST, Function], function: Function) -> Iterator[Call]:
    for node in function.nodes:
        if isinstance(node, ast.Call):
            callee = _callee(site, known, function, node.func)
            if callee is not None and callee is not function.node:
                given = [ast.dump(one) for one in node.args]
                given += [f"{one.arg}={ast.dump(one.value)}" for one in node.keywords]
                yield Call(node, callee, ast.dump(node.func), ", ".join(given))


def _callee(
    site: Site, known: Mapping[ast.AST, Function], function: Function, called: ast.expr
) -> Definition | None:
    """The compiled function that a call means: by name, of the same object, or a Cell's forward."""
    own = attribute_of_self(called)
    if own is not None and function.owner is not None:
        method = method_of(function.owner, own)[0]
        if method is not None:
            return method if method in known else None
    info = (
        class_of(site, function.owner, called)
        or _class_of_items(function, called)
        or site.bindings.values.get(called, UNKNOWN).info
    )
    if isinstance(info, ClassInfo) and (info.is_module or info.is_cell):
        forwards = (method_of(info, name)[0] for name in FORWARD_NAMES)
        return next((one for one in forwards if one is not None and one in known), None)
    if isinstance(called, ast.Name):
        named = [one for one in known.values() if one.owner is None and one.node.name == called.id]
        return named[0].node if len(named) == 1 else None
    if isinstance(called, ast.Attribute):
        holder = site.bindings.values.get(called.value, UNKNOWN).info
        method = own_method(holder, called.attr) if isinstance(holder, ClassInfo) else None
        return method if method in known else None
    return None


def _class_of_items(function: Function, called: ast.expr) -> ClassInfo | None:
    """The class of all Cells of an own list, of which one is called: ``self.heads[0]``, ``for head in
    self.heads``."""
    held: list[ast.expr] = []
    if isinstance(called, ast.Subscript):
        held = [called.value]
    elif isinstance(called, ast.Name):
        for loop in function.nodes:
            if isinstance(loop, ast.For | ast.comprehension):
                pairs = loop_pairs(loop.target, loop.iter)
                held += [one for target, one in pairs if getattr(target, "id", "") == called.id]
    own = attribute_of_self(held[0]) if len(held) == 1 else None
    if own is None or function.owner is None:
        return None
    items = function.owner.attributes.get(own, UNKNOWN).items
    infos = {one.info for one in items if isinstance(one.info, ClassInfo)}
    return infos.pop() if len(infos) == 1 and all(one.info for one in items) else None
