"""Which functions of a file graph mode compiles: what Cells compute, in other files, too, and what that
calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.findings.graph.definitions import (
    Definition,
    class_around,
    definitions,
    gives_functions,
    kept_functions,
    method_of,
    own_method,
)
from mindport.findings.graph.hooked import hook_calls, hook_functions
from mindport.findings.site import Site
from mindport.nodes import (
    attribute_of_self,
    find,
    function_around,
    kept,
    lies_in,
    name_of,
    root_of_chain,
    walk,
)
from mindport.symbols.assignments import assigned
from mindport.symbols.reached import ENTRIES, reached_names, tables
from mindport.symbols.values import ClassInfo

# What compiles the function that it is given, by the last part of its name.
TRANSFORMS = frozenset(
    {"value_and_grad", "grad", "jit", "vmap", "jvp", "vjp", "compile", "script", "recompute"}
)


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """One function that is compiled; ``owner`` is the class whose method it is."""

    node: Definition
    owner: ClassInfo | None
    nodes: Sequence[ast.AST]

    @property
    def parameters(self) -> list[ast.arg]:
        """The positional parameters, as they are declared."""
        return [*self.node.args.posonlyargs, *self.node.args.args]


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """All that is compiled in one file, and how names get from modules into it.

    ``lambdas`` are those that something is to compile where they stand.
    """

    functions: Sequence[Function]
    imports: Mapping[str, str]
    lambdas: Sequence[ast.Lambda] = ()

    def dotted(self, node: ast.AST) -> str:
        """The full name that an expression spells, through the file's imports; empty for others."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.imports:
            return ""
        return ".".join([self.imports[node.id], *reversed(parts)])


def compiled_code(site: Site) -> Compiled:
    """The functions that run as a graph when the mode is GRAPH."""
    tree = site.document.tree
    if tree is None:
        return Compiled((), {})
    imports = kept(tree, imported)
    functions: dict[Definition, Function] = {}
    waiting = list(_roots(site, tree, imports))
    for node, owner in waiting:  # grows while it is read
        if node in functions:
            continue
        inside = [inner for statement in node.body for inner in _walk(statement)]
        functions[node] = Function(node, owner, inside)
        waiting += _called(site, tree, functions[node])
    compiling = [
        call for call in find(tree, ast.Call) if call.args and _compiles(call.func, imports)
    ]
    firsts = [call.args[0] for call in (*compiling, *hook_calls(tree))]
    lambdas = [node for node in firsts if isinstance(node, ast.Lambda)]
    return Compiled(tuple(_outermost(functions)), imports, lambdas)


def _outermost(functions: Mapping[Definition, Function]) -> Iterator[Function]:
    """A function inside a compiled one is part of it."""
    inner = {
        node
        for function in functions.values()
        for node in function.nodes
        if isinstance(node, Definition)
    }
    return (function for function in functions.values() if function.node not in inner)


def _walk(statement: ast.stmt) -> Sequence[ast.AST]:
    return walk(statement)


def imported(tree: ast.Module) -> dict[str, str]:
    """What each imported name stands for, wherever the import is."""
    found: dict[str, str] = {}
    for node in walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                found[alias.asname or root] = alias.name if alias.asname else root
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return found


def _roots(
    site: Site, tree: ast.Module, imports: Mapping[str, str]
) -> Iterator[tuple[Definition, ClassInfo | None]]:
    computed = site.computed()
    called = [name[1:] for name in computed if name.startswith(".")]
    for info in site.bindings.classes:
        if info.node is None or not (info.is_module or info.is_cell or info.calls_construct):
            continue
        for name in (*ENTRIES, "bprop", *called):
            method = own_method(info, name)
            if method is not None:
                yield method, info
        yield from ((method, info) for method in _overrides(info))
    yield from ((s, None) for s in tree.body if isinstance(s, Definition) and s.name in computed)
    for node in walk(tree):
        if isinstance(node, Definition):
            if any(_compiles(decorator, imports) for decorator in node.decorator_list):
                yield node, None
        elif isinstance(node, ast.Call) and node.args and _compiles(node.func, imports):
            yield from _given(site, tree, node.args[0])
    yield from hook_functions(site, tree)


def _overrides(info: ClassInfo) -> Iterator[Definition]:
    """The methods of a class that the forward of one of the user's bases calls."""
    bases = [base.info for base in info.bases if isinstance(base.info, ClassInfo)]
    for base in bases:  # grows while it is read
        for name in reached_names(base):
            method = own_method(info, name)
            if method is not None:
                yield method
        further = [one.info for one in base.bases if isinstance(one.info, ClassInfo)]
        bases += [one for one in further if one not in bases]


def _compiles(node: ast.expr, imports: Mapping[str, str]) -> bool:
    """``ms.jit``, ``@jit(...)``, ``torch.compile`` and their like."""
    func = node.func if isinstance(node, ast.Call) else node
    name = name_of(func)
    if name not in TRANSFORMS:
        return False
    base = root_of_chain(func)
    root = imports.get(base.id, "") if isinstance(base, ast.Name) else ""
    return root.partition(".")[0] in ("torch", "mindspore")


def _given(
    site: Site, tree: ast.Module, node: ast.expr
) -> Iterator[tuple[Definition, ClassInfo | None]]:
    """The functions that an argument may stand for."""
    if isinstance(node, ast.Name):
        for found in kept(tree, definitions).get(node.id, ()):
            yield found, class_around(site, found)
    elif isinstance(node, ast.Attribute):
        for info in site.bindings.classes:
            method = own_method(info, node.attr)
            if method is not None and isinstance(node.value, ast.Name) and node.value.id == "self":
                yield method, info


def _called(
    site: Site, tree: ast.Module, function: Function
) -> Iterator[tuple[Definition, ClassInfo | None]]:
    """What a compiled function uses: functions by name, methods and properties of objects.

    The decorators of functions that are made in it are left out.
    """
    own = {argument.arg for argument in find(function.node, ast.arg)}
    own |= set(_loop_variables(tree, function.node))
    inner = (node for node in function.nodes if isinstance(node, Definition))
    left_out = {n for one in inner for decorator in one.decorator_list for n in walk(decorator)}
    for node in function.nodes:
        if node in left_out:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in own:
            table = kept(tree, tables).get(node.id)
            for name in [node, *(_held(site, table) if table is not None else ())]:
                yield from ((found, None) for found in kept(tree, definitions).get(name.id, ()))
                yield from _call_of(site, name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            owner = class_of(site, function.owner, node.value)
            if owner is None and (
                isinstance(node.value, ast.Name | ast.Subscript)
                or _is_unknown(site, function.owner, node.value)
            ):
                if not is_a_container(function, node.value):
                    yield from _methods_of_cells(site, node.attr)
                continue
            found, info = (None, None) if owner is None else method_of(owner, node.attr)
            if found is not None and any(info is known for known in site.bindings.classes):
                yield found, info
            elif owner is not None and attribute_of_self(node) is not None:
                yield from _kept(site, tree, owner, node.attr)


def _kept(
    site: Site, tree: ast.Module, owner: ClassInfo, name: str
) -> Iterator[tuple[Definition, ClassInfo | None]]:
    """The functions and methods that an attribute of an object stands for."""
    for value in kept_functions(owner, name):
        if isinstance(value, ast.Name):
            named = kept(tree, definitions).get(value.id, ())
            yield from ((found, None) for found in named if _is_seen_from(tree, found, value))
        elif isinstance(value, ast.Attribute):
            found, info = method_of(owner, value.attr)
            if found is not None and any(info is known for known in site.bindings.classes):
                yield found, info


def _is_seen_from(tree: ast.Module, found: Definition, name: ast.Name) -> bool:
    """Whether a name means a function: not one inside another function, and no argument."""
    around = function_around(tree, name)
    if around is not None and any(one.arg == name.id for one in find(around.args, ast.arg)):
        return False
    outer = [one for one in find(tree, ast.FunctionDef) if one is not found and lies_in(found, one)]
    return all(lies_in(name, one) for one in outer)


def _loop_variables(tree: ast.Module, node: Definition) -> Iterator[str]:
    """What the loops of a function, and of those around it, call their items."""
    around = [one for one in find(tree, ast.FunctionDef) if lies_in(node, one)]
    for loop in find(tree, ast.For) if around else ():
        if function_around(tree, loop) in around:
            yield from (name.id for name in find(loop.target, ast.Name))


def _held(site: Site, table: ast.expr) -> list[ast.Name]:
    """What a table names, without the functions that made what it holds when the file ran."""
    made = {
        call.func
        for call in find(table, ast.Call)
        if isinstance(call.func, ast.Name) and not gives_functions(site, call)
    }
    return [name for name in find(table, ast.Name) if name not in made]


def _call_of(site: Site, node: ast.Name) -> Iterator[tuple[Definition, ClassInfo | None]]:
    """``__call__`` of an object that a name of the module stands for."""
    value = site.bindings.exports.get(node.id)
    if value is not None and value.kind == "object" and isinstance(value.info, ClassInfo):
        found, info = method_of(value.info, "__call__")
        if found is not None and any(info is known for known in site.bindings.classes):
            yield found, info


def class_of(site: Site, owner: ClassInfo | None, node: ast.expr) -> ClassInfo | None:
    """The class of this file that an expression is an instance of."""
    if isinstance(node, ast.Name):
        if node.id == "self":
            return owner
        value = site.bindings.exports.get(node.id)
        return value.info if value is not None and isinstance(value.info, ClassInfo) else None
    if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "self":
        value = None if owner is None else owner.attributes.get(node.attr)
        return value.info if value is not None and isinstance(value.info, ClassInfo) else None
    return None


def _is_unknown(site: Site, owner: ClassInfo | None, node: ast.expr) -> bool:
    """``self.model`` of which nothing is known: what the object was given."""
    own = attribute_of_self(node)
    if own is None or owner is None or node in site.bindings.values:
        return False
    held = owner.attributes.get(own)
    return held is None or held.kind == "unknown"


def is_a_container(function: Function, node: ast.expr) -> bool:
    """``rows`` that begins as ``rows = []``."""
    values = assigned(node.id, function.node) if isinstance(node, ast.Name) else None
    return any(
        isinstance(value, ast.List | ast.ListComp | ast.Dict | ast.DictComp)
        or (isinstance(value, ast.Call) and getattr(value.func, "id", "") in ("list", "dict"))
        for value in values or ()
    )


def _methods_of_cells(site: Site, name: str) -> Iterator[tuple[Definition, ClassInfo | None]]:
    """The methods of this file's networks that a call of something unknown may mean."""
    for info in site.bindings.classes:
        method = own_method(info, name)
        if method is not None and (info.is_module or info.is_cell or info.calls_construct):
            yield method, info
