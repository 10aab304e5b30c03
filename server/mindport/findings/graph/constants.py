"""Names that compiled code reads once, when it is compiled, and that are bound anew later (MP405)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.definitions import Definition, definitions
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import kept, targets, walk
from mindport.report import Finding
from mindport.texts import Text

GLOBAL = Text(
    "Compiled code reads this name, and graph mode took its value when it compiled the code: the "
    "new value has no effect. Hand it in as an argument.",
    "被编译的代码会读取该名称，而静态图模式在编译时就取定了其值，新值不起作用。请作为参数传入。",
)


def constant_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """Names of the module, or of the function around, that are bound anew after they were bound."""
    tree = site.document.tree
    if tree is None:
        return
    free = {name for function in code.functions for name in _free(function)}
    compiled = {function.node for function in code.functions}
    own = {node for function in code.functions for node in function.nodes}
    for definition in (d for each in kept(tree, definitions).values() for d in each):
        if definition in compiled or definition in own:
            continue
        declared = {n for s in walk(definition) if isinstance(s, ast.Global) for n in s.names}
        for node in walk(definition):
            for target in targets(node):
                if isinstance(target, ast.Name) and target.id in declared & free:
                    yield told(site, "MP405", target, GLOBAL)
    for function in code.functions:
        around = _around(tree, function.node)
        yield from _rebound(site, around, function.node, _free(function), own)


def _free(function: Function) -> set[str]:
    """The names that a function, or one in it, reads from outside of it."""
    whole, *inner = scopes(function)
    return {name for scope in inner for name in scope.free - whole.bound} | whole.free


def _around(tree: ast.Module, inner: Definition) -> ast.AST:
    """The function that a function is defined in, or the module."""
    found: ast.AST = tree
    for node in walk(tree):
        if isinstance(node, Definition) and node is not inner and inner in walk(node):
            found = node
    return found


def _rebound(
    site: Site, around: ast.AST, function: Definition, wanted: set[str], own: set[ast.AST]
) -> Iterator[Finding]:
    seen: set[str] = set()
    loops = next((loops for node, loops in _statements(around) if node is function), None)
    for node, inside in _statements(around):
        if node in own:
            continue
        for target in (*targets(node), *_loop_names(node)):
            if not isinstance(target, ast.Name) or target.id not in wanted:
                continue
            once = isinstance(node, ast.Assign | ast.AnnAssign) and not inside
            again = not once or target.id in seen
            seen.add(target.id)
            others = [] if loops is None else [loop for loop in inside if loop not in loops]
            anew = loops is not None and not _is_used_behind(around, function, node, others)
            if again and node.lineno > function.lineno and not anew:
                yield told(site, "MP405", target, GLOBAL)


def _is_used_behind(
    around: ast.AST, function: Definition, statement: ast.stmt, loops: Sequence[ast.AST]
) -> bool:
    """Whether a function, or what is made of it (``grad_fn = value_and_grad(f)``), may be called
    below ``statement``, in a loop around it, or from another function, before it is defined anew."""
    known = {function.name}
    for node in walk(around):
        made = node.value if isinstance(node, ast.Assign) else None
        given = made.args if isinstance(made, ast.Call) else ()
        if any(isinstance(one, ast.Name) and one.id in known for one in given):
            known |= {target.id for target in targets(node) if isinstance(target, ast.Name)}
    inner = {
        one
        for node in walk(around)[1:]
        if isinstance(node, Definition) and node is not around and not _bound_in(node, known)
        for one in walk(node)
    }
    repeated = {node for loop in loops for node in walk(loop)}
    return any(
        isinstance(node, ast.Name)
        and node.id in known
        and isinstance(node.ctx, ast.Load)
        and (node in inner or node in repeated or node.lineno > statement.lineno)
        for node in walk(around)
    )


def _bound_in(function: Definition, names: set[str]) -> bool:
    """Whether a function has functions, or values, of its own by one of these names."""
    return any(
        getattr(node, "name", "") in names
        if isinstance(node, Definition)
        else isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Store)
        for node in walk(function)[1:]
    )


def _loop_names(node: ast.stmt) -> Iterator[ast.expr]:
    if isinstance(node, ast.For):
        yield from (inner for inner in walk(node.target) if isinstance(inner, ast.Name))


def _statements(
    scope: ast.AST, inside: tuple[ast.AST, ...] = ()
) -> Iterator[tuple[ast.stmt, tuple[ast.AST, ...]]]:
    """The statements of a scope, and the loops that repeat them; inner scopes are left out."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, Definition):
            yield node, inside
            continue
        if isinstance(node, ast.ClassDef | ast.Lambda):
            continue
        if isinstance(node, ast.stmt):
            yield node, inside
        loops = (*inside, node) if isinstance(node, ast.For | ast.While) else inside
        if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _statements(node, loops)
