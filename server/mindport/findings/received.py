"""Networks that this file does not see being made: ``model = create_model("resnet18")`` of another
file, or what is looked up: ``MODELS[name](10)``, ``eval(name)(10)``.

What shows that it is one is that its parameters are asked for, as an optimizer is given them. It is
followed through the file's own functions: what they give, and what they are given.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mindport.findings.call_sites import given
from mindport.findings.modeflow import GIVE_BACK
from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of, walk
from mindport.symbols.own_modes import MODE_SETTERS, own_mode
from mindport.symbols.uses import Construction
from mindport.symbols.values import ClassInfo, FunctionInfo
from mindport.symbols.walk import find_member

PARAMETERS = frozenset({"torch.nn.Module.parameters", "torch.nn.Module.named_parameters"})
# What gives a network in evaluation mode, or in the mode of the one that it gets.
KEEPING_A_MODE = frozenset(
    {"from_pretrained", "deepcopy", "copy", "clone", "load", "loads", "import_module"}
)
COPIES = frozenset({"copy", "deepcopy"})
MAX_DEPTH = 4


def received_networks(site: Site) -> Iterator[Construction]:
    """The calls that give networks, where neither this file nor torch has what makes them."""
    tree = site.document.tree
    assert tree is not None
    asked = [use for use in site.bindings.uses if use.symbol in PARAMETERS]
    known = {use.call for use in site.bindings.uses} if asked else set()
    known |= {made.call for made in site.bindings.constructed}
    search = _Search(site, tree, known)
    seen: set[ast.Call] = set()
    for use in asked:
        within = None if use.function is None else use.function.node
        owner = None if use.function is None else use.function.owner
        if (owner is not None and owner.is_module) or use.receiver is None:
            continue
        if use.function is not None and within is None:
            continue
        for value, statement in search.sources(use.receiver, within or tree):
            call = _innermost(value)
            if call is None or call in known or call in seen or not search.is_unseen(call):
                continue
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            if not {ast.unparse(one) for one in targets} & set(map(ast.unparse, walk(call))):
                seen.add(call)
                yield Construction(call, statement, use.function)


@dataclass(frozen=True)
class _Search:
    """Looks for what gives the networks of one file; ``known`` are the calls that make its own."""

    site: Site
    tree: ast.Module
    known: set[ast.Call | None]

    def sources(
        self, node: ast.expr, within: ast.AST, depth: int = 0
    ) -> Iterator[tuple[ast.expr, ast.stmt]]:
        """What a name or attribute may be given, and where: in the same function or, for what an
        object holds and for names of the file, anywhere; for parameters, what callers give."""
        if depth > MAX_DEPTH or not isinstance(node, ast.Name | ast.Attribute):
            return
        path = ast.unparse(node)
        here = list(_of(path, within)) if isinstance(node, ast.Name) else []
        if not here and isinstance(within, ast.FunctionDef) and path in _parameters(within):
            yield from self._given(within, path, depth)
        found = here or list(_of(path, self.tree))
        if not found and isinstance(node, ast.Attribute):
            found = list(_of(f"self.{node.attr}", self.tree))
        for statement in found:
            value = statement.value
            while isinstance(value, ast.Call) and name_of(value.func) in COPIES and value.args:
                value = value.args[0]
            if isinstance(value, ast.Call):
                yield value, statement
            else:
                around = function_around(self.tree, statement) or self.tree
                yield from self.sources(value, around, depth + 1)

    def _given(
        self, function: ast.FunctionDef, name: str, depth: int
    ) -> Iterator[tuple[ast.expr, ast.stmt]]:
        """What the file's calls of a function give one of its parameters."""
        for call, callee in self.site.bindings.callees.items():
            argument = given(function, name, call) if _called(callee.info) is function else None
            if isinstance(argument, ast.Call):
                yield argument, self._statement_of(argument)
            elif argument is not None:
                around = function_around(self.tree, call) or self.tree
                yield from self.sources(argument, around, depth + 1)

    def _statement_of(self, node: ast.AST) -> ast.stmt:
        parents = self.site.parents(self.tree)
        while not isinstance(node, ast.stmt):
            node = parents[node]
        return node

    def is_unseen(self, call: ast.Call, depth: int = 0) -> bool:
        """Whether a call may give a network that nothing of this file makes or puts into a mode."""
        if name_of(call.func) in KEEPING_A_MODE or depth > MAX_DEPTH:
            return False
        made = self.site.bindings.callees.get(call) or self.site.bindings.values.get(call.func)
        info = None if made is None else made.info
        if isinstance(info, ClassInfo) and own_mode(info) != "never":
            return False
        if isinstance(info, FunctionInfo) and isinstance(info.node, ast.FunctionDef):
            return self._gives_unseen(info.node, depth + 1)
        root = _root(call.func)
        if isinstance(root, ast.Dict):
            return True
        if not isinstance(root, ast.Name) or self._sets_mode(root.id):
            return False
        if root.id in ("self", "cls"):
            return depth > 0 and isinstance(call.func, ast.Name | ast.Subscript)
        if isinstance(call.func, ast.Subscript | ast.Call):
            return True  # looked up
        value = self.site.bindings.exports.get(root.id)
        is_defined = value is not None and value.info is not None
        return not is_defined or value is None or value.kind in ("lazy", "unknown", "object")

    def _gives_unseen(self, function: ast.FunctionDef, depth: int) -> bool:
        """Whether a function of this file gives what it does not make itself, as it gets it."""
        if _has_setter(function):
            return False
        results = [one.value for one in find(function, ast.Return) if one.value is not None]
        for result in results:
            values = [result]
            if isinstance(result, ast.Name):
                values = [statement.value for statement in _of(result.id, function)]
            calls = [call for call in map(_innermost, values) if call is not None]
            if any(call not in self.known and self.is_unseen(call, depth) for call in calls):
                return True
        return False

    def _sets_mode(self, name: str) -> bool:
        """Whether a name is that of a lambda that puts what it makes into a mode."""
        return any(
            isinstance(statement.value, ast.Lambda) and _has_setter(statement.value)
            for statement in _of(name, self.tree)
        )


def _has_setter(node: ast.AST) -> bool:
    """Whether something is put into a mode there: ``net.eval()``, which no ``eval(text)`` is."""
    functions = (call.func for call in find(node, ast.Call))
    return any(isinstance(one, ast.Attribute) and one.attr in MODE_SETTERS for one in functions)


def _of(path: str, within: ast.AST) -> Iterator[ast.Assign]:
    for statement in find(within, ast.Assign):
        if len(statement.targets) == 1 and ast.unparse(statement.targets[0]) == path:
            yield statement


def _parameters(function: ast.FunctionDef) -> set[str]:
    arguments = function.args
    listed = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return {argument.arg for argument in listed}


def _called(info: object) -> ast.AST | None:
    """The function that is run where a function or class is called."""
    if isinstance(info, ClassInfo):
        found = find_member(info, "__init__")
        info = None if found is None else found.info
    return info.node if isinstance(info, FunctionInfo) else None


def _root(called: ast.expr) -> ast.AST:
    """``MODELS`` of ``MODELS[name]`` and ``nets.MODELS.get(name)``, ``eval`` of ``eval(name)``."""
    node: ast.AST = called
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node


def _innermost(value: ast.expr) -> ast.Call | None:
    """``make()`` of ``make().to(device)``."""
    while isinstance(value, ast.Call):
        function = value.func
        if not isinstance(function, ast.Attribute) or function.attr not in GIVE_BACK:
            return value
        if not isinstance(function.value, ast.Call):
            return value
        value = function.value
    return None
