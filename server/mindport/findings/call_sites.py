"""The calls of a file, what they give, and where names get their values."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.nodes import find, kept, name_of, walk
from mindport.symbols.statements import FORWARD_NAMES

GRADIENTS = ("backward", "value_and_grad", "grad")
WRAPPERS = ("DataParallel", "DistributedDataParallel", "compile")
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Module


def differentiates(scope: Scope) -> bool:
    return any(isinstance(n, ast.Call) and name_of(n.func) in GRADIENTS for n in walk(scope))


def given(function: ast.FunctionDef, name: str, call: ast.Call) -> ast.expr | None:
    """The argument for a parameter, or its default; None where that cannot be told."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    arguments = function.args
    listed = [*arguments.posonlyargs, *arguments.args]
    names = [a.arg for a in listed]
    first = 1 if names[:1] == ["self"] else 0
    if any(isinstance(a, ast.Starred) for a in call.args) or None in [k.arg for k in call.keywords]:
        return None
    if name in names[:first]:
        return None  # the object, which stands before the dot
    if name in names and names.index(name) - first < len(call.args):
        return call.args[names.index(name) - first]
    if name in names and (behind := len(names) - names.index(name)) <= len(arguments.defaults):
        return arguments.defaults[-behind]
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if argument.arg == name:
            return default
    return None


def holds_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def parameters_of(scope: Scope) -> set[str]:
    if isinstance(scope, ast.Module):
        return set()
    return {a.arg for a in walk(scope.args) if isinstance(a, ast.arg)} - {"self"}


def bindings(scope: Scope, name: str) -> Iterator[ast.AST]:
    """Where a name gets a value: assignments, and loops that give it one after the other."""
    inside = [node for s in scope.body for node in _own(s)]
    for node in inside:
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.For | ast.AugAssign):
            targets = [node.target]
        for target in targets:
            if any(isinstance(n, ast.Name) and n.id == name for n in _targets(target)):
                yield node


def _targets(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        for item in target.elts:
            yield from _targets(item)
    else:
        yield target


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """The statements in ``node``, without those of functions inside it."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler):
            yield from _own(child)


def counters(tree: ast.Module) -> frozenset[str]:
    targets = [node.target for node in find(tree, ast.AugAssign)]
    return frozenset(target.attr for target in targets if isinstance(target, ast.Attribute))


def defined(tree: ast.Module) -> frozenset[str]:
    functions = {node.name for node in find(tree, ast.FunctionDef)}
    return frozenset(functions | {node.name for node in find(tree, ast.ClassDef)})


def named_calls(tree: ast.Module) -> dict[str, list[ast.Call]]:
    """The calls of a module by what is called: ``blocks`` for ``self.blocks[0](x)``."""
    found: dict[str, list[ast.Call]] = {}
    for call in find(tree, ast.Call):
        called = call.func
        if isinstance(called, ast.Attribute) and called.attr in FORWARD_NAMES:
            called = called.value
        while isinstance(called, ast.Subscript):
            called = called.value
        found.setdefault(name_of(called), []).append(call)
    return found


def calls_by_keyword(tree: ast.Module) -> dict[str, list[ast.Call]]:
    """The calls of a module by the keywords that they give."""
    found: dict[str, list[ast.Call]] = {}
    for call in find(tree, ast.Call):
        for keyword in call.keywords:
            found.setdefault(keyword.arg or "", []).append(call)
    return found


def calls_of_function(tree: ast.Module, function: str) -> Iterator[ast.Call]:
    """The calls of a function, as a method too, and of what gives its gradients."""
    calls = kept(tree, named_calls)
    names = {function}
    for made in (*calls.get("value_and_grad", ()), *calls.get("grad", ())):
        if made.args and name_of(made.args[0]) == function:
            names |= _given_to(tree, made)
    for name in names:
        yield from calls.get(name, ())


def instances(tree: ast.Module, owner: str) -> set[str]:
    """What instances of a class are called: ``model``, ``blocks`` and ``block`` of a loop over them."""
    known = kept(tree, _known_instances)
    if owner not in known:
        known[owner] = _instances(tree, owner)
    return known[owner]


def _known_instances(tree: ast.Module) -> dict[str, set[str]]:
    """What is found of classes, by their names."""
    return {}


def _instances(tree: ast.Module, owner: str) -> set[str]:
    found: set[str] = set()
    for call in kept(tree, named_calls).get(owner, ()):
        found |= _given_to(tree, call)
    while True:
        known = len(found)
        for sources, targets in kept(tree, _handed_on) if found else ():
            if found & sources:
                found |= targets
        if len(found) == known:
            return found - {""}


def _given_to(tree: ast.Module, call: ast.Call) -> set[str]:
    """The names of the assignment in which a call stands."""
    return kept(tree, _named_by_lines).get(call.lineno, set())


def _named_by_lines(tree: ast.Module) -> dict[int, set[str]]:
    """The names that the assignments on each line give a value."""
    found: dict[int, set[str]] = {}
    for node in find(tree, ast.Assign):
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
            found.setdefault(line, set()).update(name_of(target) for target in node.targets)
    return found


def _handed_on(tree: ast.Module) -> list[tuple[set[str], set[str]]]:
    """The names that a loop or an assignment takes objects from, and those that it gives them."""
    found: list[tuple[set[str], set[str]]] = []
    for node in find(tree, ast.Assign):
        sources: list[ast.expr] = []
        if isinstance(node.value, ast.Name | ast.Attribute):
            sources = [node.value]
        elif isinstance(node.value, ast.Call) and name_of(node.value.func) in WRAPPERS:
            sources = node.value.args
        if sources:
            targets = {name_of(target) for target in node.targets}
            found.append(({name_of(source) for source in sources}, targets))
    loops = [(loop.iter, loop.target) for loop in find(tree, ast.For)]
    loops += [(loop.iter, loop.target) for loop in find(tree, ast.comprehension)]
    for source, target in loops:
        names = {name_of(node) for node in walk(source)} - {""}
        found.append((names, {name_of(item) for item in _targets(target)}))
    return found


def may_call(
    tree: ast.Module, call: ast.Call, function: ast.FunctionDef, owner: ast.AST | None
) -> bool:
    """``function(x)``, ``self.method(x)``, and ``self.block(x)`` for a block's forward."""
    called = name_of(call.func)
    if not isinstance(owner, ast.ClassDef):
        return called == function.name and isinstance(call.func, ast.Name)
    if function.name in FORWARD_NAMES and called in instances(tree, owner.name):
        return True
    return called == function.name and isinstance(call.func, ast.Attribute)
