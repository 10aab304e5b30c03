"""What compiled code reads once, when it is compiled, and something else changes later (MP405)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Definition, definitions, method_of
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.state import GROWS, in_place, is_constant
from mindport.findings.graph.telling import attribute_of_self, method_call, targets, told
from mindport.findings.site import Site
from mindport.nodes import kept, walk
from mindport.report import Finding
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

ATTRIBUTE = Text(
    "Graph mode read this attribute when it compiled the Cell: what is set after the first call "
    "has no effect. Set it before, or make it a Parameter and change its value.",
    "静态图模式在编译 Cell 时读取该属性，首次调用之后再设置不起作用。请提前设置，或改为 Parameter 并修改其值。",
)
GLOBAL = Text(
    "Compiled code reads this name, and graph mode took its value when it compiled the code: the "
    "new value has no effect. Hand it in as an argument.",
    "被编译的代码会读取该名称，而静态图模式在编译时就取定了其值，新值不起作用。请作为参数传入。",
)
CONSTRUCTORS = ("__init__", "__post_init__")


def constant_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding an assignment that comes too late."""
    yield from _methods(site, code)
    yield from _objects(site, code)
    yield from _names(site, code)


def _methods(site: Site, code: Compiled) -> Iterator[Finding]:
    """``self.scale = s`` in a method that is neither compiled nor part of the constructor."""
    compiled = {function.node for function in code.functions}
    for info in site.bindings.classes:
        read = _read_by(code, info)
        if not read or info.node is None:
            continue
        early = set(_of_the_constructor(info))
        for method in info.node.body:
            if not isinstance(method, Definition) or method in compiled or method in early:
                continue
            for node in walk(method):
                for target in targets(node):
                    if attribute_of_self(target) in read:
                        yield told(site, "MP405", target, ATTRIBUTE)
                changed = method_call(node)
                own = None if changed is None else attribute_of_self(changed[0])
                if own in read and changed is not None and _changes(info, own or "", changed[1]):
                    yield told(site, "MP405", node, ATTRIBUTE)


def _read_by(code: Compiled, info: ClassInfo) -> set[str]:
    """The attributes that the compiled methods of a class read."""
    return {
        own
        for function in code.functions
        if function.owner is info
        for node in function.nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
        and (own := attribute_of_self(node)) is not None
    }  # fmt: skip


def _of_the_constructor(info: ClassInfo) -> Iterator[Definition]:
    """The constructor, and the methods that it calls."""
    waiting = [m for name in CONSTRUCTORS if (m := method_of(info, name)[0]) is not None]
    seen: set[Definition] = set()
    for method in waiting:  # grows while it is read
        if method in seen:
            continue
        seen.add(method)
        yield method
        for node in walk(method):
            own = attribute_of_self(node)
            found = None if own is None else method_of(info, own)[0]
            if found is not None:
                waiting.append(found)


def _objects(site: Site, code: Compiled) -> Iterator[Finding]:
    """``net.scale = s`` below a call of ``net``, or in a loop."""
    tree = site.document.tree
    for statement in tree.body if tree is not None else ():
        looped = isinstance(statement, ast.For | ast.While)
        for node in walk(statement) if not isinstance(statement, ast.ClassDef) else ():
            changed = method_call(node)
            for target in (*targets(node), *(changed or ())[:1]):
                if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name):
                    continue
                value = site.bindings.exports.get(target.value.id)
                info = None if value is None else value.info
                if not isinstance(info, ClassInfo) or target.attr not in _read_by(code, info):
                    continue
                if changed is not None and not _changes(info, target.attr, changed[1]):
                    continue
                if looped or _used_before(tree, target.value.id, target.lineno):
                    yield told(site, "MP405", target, ATTRIBUTE)


def _changes(info: ClassInfo, name: str, method: str) -> bool:
    """Whether a method changes what an attribute holds: a list, or a tensor that is no Parameter."""
    if in_place(method):
        return is_constant(info, name, info.attributes.get(name))
    return method in GROWS


def _used_before(tree: ast.Module | None, name: str, line: int) -> bool:
    """Whether ``name`` is called above ``line``."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == name
        and node.lineno < line
        for node in (walk(tree) if tree is not None else ())
    )


def _names(site: Site, code: Compiled) -> Iterator[Finding]:
    """Names of the module, or of the function around, that are bound anew after they were bound."""
    tree = site.document.tree
    if tree is None:
        return
    free = {
        name for function in code.functions for scope in scopes(function) for name in scope.free
    }
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
        wanted = {name for scope in scopes(function) for name in scope.free}
        yield from _rebound(site, around, function.node, wanted, own)


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
            repeated = loops is not None and set(inside) <= set(loops)
            anew = repeated and not _is_used_behind(around, function, node)
            if again and node.lineno > function.lineno and not anew:
                yield told(site, "MP405", target, GLOBAL)


def _is_used_behind(around: ast.AST, function: Definition, statement: ast.stmt) -> bool:
    """Whether a function, or what is made of it (``grad_fn = value_and_grad(f)``), may be called
    below ``statement``, or from another function, before it is defined anew."""
    known = {function.name}
    for node in walk(around):
        made = node.value if isinstance(node, ast.Assign) else None
        given = made.args if isinstance(made, ast.Call) else ()
        if any(isinstance(one, ast.Name) and one.id in known for one in given):
            known |= {target.id for target in targets(node) if isinstance(target, ast.Name)}
    inner = {
        one
        for node in walk(around)[1:]
        if isinstance(node, Definition) and node is not around
        for one in walk(node)
    }
    return any(
        isinstance(node, ast.Name)
        and node.id in known
        and isinstance(node.ctx, ast.Load)
        and (node in inner or node.lineno > statement.lineno)
        for node in walk(around)
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
