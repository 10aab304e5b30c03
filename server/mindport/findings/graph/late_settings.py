"""Attributes that compiled code reads, and that are set when it may have been compiled (MP405)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.fresh import fresh_functions, lives_within, runs_in_fresh_functions
from mindport.findings.graph.state import GROWS, in_place, is_constant
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import (
    attribute_of_self,
    calls_of,
    find,
    function_around,
    kept,
    lies_in,
    name_of,
    statement_parents,
    targets,
    walk,
)
from mindport.report import Finding
from mindport.symbols.reached import closure, used_of_object
from mindport.symbols.setters import of_the_constructor, read_attributes, setters
from mindport.symbols.values import UNKNOWN, ClassInfo
from mindport.texts import Text, filled

ATTRIBUTE = Text(
    "Graph mode read this attribute when it compiled the Cell: what is set after the first call "
    "has no effect. Set it before, or make it a Parameter and change its value.",
    "静态图模式在编译 Cell 时读取该属性，首次调用之后再设置不起作用。请提前设置，或改为 Parameter 并修改其值。",
)
CALLED = Text(
    "{0}() sets what graph mode read when it compiled the Cell: called after the first call, it has "
    "no effect. Call it before, or make what it sets a Parameter and change its value.",
    "{0}() 会设置静态图模式在编译 Cell 时已读取的属性，首次调用之后再执行不起作用。请提前调用，或将其设置的属性改为 Parameter 并修改其值。",
)
BEFORE = Text(
    "Call {0}() before the network's first call: graph mode reads what it sets when it compiles the "
    "Cell, and never again.",
    "请在首次调用网络之前执行 {0}()：静态图模式仅在编译 Cell 时读取其设置的属性。",
)
# What others call again and again, and what changes with the mode.
REPEATED = frozenset({"train", "eval", "set_train", "step", "__call__"})
DEEP = 8  # methods by way of which another one is called
NETWORK = re.compile(r"net|model|module|coder|actor|critic|policy|agent|generator|backbone", re.I)
RUNS = re.compile(r"train|fit|test|eval|valid|run|step|predict|infer|sampl|generat", re.I)


def setter_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """``self.scale = s`` in a method that is neither compiled nor part of the constructor: one finding
    a place where the method runs with each step, else one a class, for those who call the method."""
    compiled = {function.node for function in code.functions}
    for info in site.bindings.classes:
        if info.node is None:
            continue
        early = of_the_constructor(info)
        by_users: dict[str, ast.AST] = {}
        for method in info.node.body:
            if not isinstance(method, Definition) or method in compiled or method in early:
                continue
            for node in _changed(info, method, _read_by(site, code, info, method)):
                if not _is_network(info) or _is_repeated(method):
                    yield told(site, "MP405", node, ATTRIBUTE)
                else:
                    by_users.setdefault(method.name, node)
        if by_users:
            names = "(), ".join(by_users)
            first = next(iter(by_users.values()))
            yield told(site, "MP405", first, filled(BEFORE, names), severity="info")


def _changed(info: ClassInfo, method: Definition, read: set[str]) -> Iterator[ast.AST]:
    """Where a method sets one of the attributes ``read``, or changes what it holds."""
    for node in walk(method):
        yield from (target for target in targets(node) if attribute_of_self(target) in read)
        changed = method_call(node)
        own = None if changed is None else attribute_of_self(changed[0])
        if own in read and changed is not None and _changes(info, own or "", changed[1]):
            yield node


def _is_network(info: ClassInfo) -> bool:
    return info.is_module or info.is_cell or info.calls_construct


def _is_repeated(method: Definition) -> bool:
    """Whether a method is called with each step, or itself runs the network as a graph."""
    return method.name in REPEATED or any(
        getattr(call.func, "id", "") == "self" for call in find(method, ast.Call)
    )


def _read_by(site: Site, code: Compiled, info: ClassInfo, setter: Definition) -> set[str]:
    """The attributes that the compiled methods of a class read, or of one that derives from it, where
    what is compiled may outlive what ``setter`` sets."""
    family = [info, *(one for one in site.bindings.classes if _derives(one, info))]
    return {
        own
        for function in code.functions
        if function.owner in family
        and (_is_network(info) or not _is_compiled_behind(site, code, function, setter))
        for node in function.nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
        and (own := attribute_of_self(node)) is not None
    }  # fmt: skip


def _is_compiled_behind(
    site: Site, code: Compiled, function: Function, setter: Definition, depth: int = 0
) -> bool:
    """Whether a function is compiled anew behind each call of ``setter``, as far as the file tells."""
    tree = site.document.tree
    assert tree is not None
    name = function.node.name
    if function.owner is not None and function.owner.methods.get(name) is not None:
        users = [one for one in code.functions if one is not function and _names(one, name)]
        return bool(users) and depth < DEEP and all(
            _is_compiled_behind(site, code, one, setter, depth + 1) for one in users
        )  # fmt: skip
    if function.node in fresh_functions(tree):
        return True
    around = lives_within(tree, function.node)
    return around not in (None, setter) and setter.name not in _called_from(function, around)


def _names(function: Function, name: str) -> bool:
    return any(attribute_of_self(node) == name for node in function.nodes)


def _called_from(function: Function, method: ast.AST | None) -> frozenset[str] | set[str]:
    """The methods of the object that a method uses, by way of others, too."""
    methods = {} if function.owner is None else function.owner.methods
    used = {
        name: kept(one.node, used_of_object)
        for name, one in methods.items()
        if one.node is not None
    }
    return closure(used, [getattr(method, "name", "")])


def _derives(cls: ClassInfo, base: ClassInfo) -> bool:
    above = [one.info for one in cls.bases]
    return base in above or any(isinstance(one, ClassInfo) and _derives(one, base) for one in above)


def _changes(info: ClassInfo, name: str, method: str) -> bool:
    """Whether a method changes what an attribute holds: a list, or a tensor that is no Parameter."""
    if in_place(method):
        return is_constant(info, name, info.attributes.get(name))
    return method in GROWS


def late_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """``net.scale = s`` and ``net.set_scale(s)`` where ``net`` may have been called before; the class
    may be of another file."""
    tree = site.document.tree
    compiled = {node for function in code.functions for node in function.nodes}
    for node in walk(tree) if tree is not None else ():
        if node not in compiled and tree is not None:
            for place, message in _settings(site, node):
                path = ast.unparse(place.value)
                if may_be_behind(site, tree, place, place.value) and not runs_in_fresh_functions(
                    tree, path
                ):
                    yield told(site, "MP405", place, message)


def _settings(site: Site, node: ast.AST) -> Iterator[tuple[ast.Attribute, Text]]:
    """What ``node`` sets of a network's that compiled code reads."""
    for target in targets(node):
        if isinstance(target, ast.Attribute) and _is_read(site, target):
            yield target, ATTRIBUTE
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    held, method = node.func.value, node.func.attr
    if isinstance(held, ast.Attribute) and _is_read(site, held):
        info = class_of(site, held.value)
        if info is not None and _changes(info, held.attr, method):
            yield held, ATTRIBUTE
    elif _sets(site, node.func):
        yield node.func, filled(CALLED, method)


def class_of(site: Site, node: ast.expr) -> ClassInfo | None:
    """The user's class of the object that an expression stands for, as far as it is known."""
    found = [site.bindings.values.get(node, UNKNOWN)]
    tree = site.document.tree
    if isinstance(node, ast.Name) and tree is not None:
        scope = function_around(tree, node) or tree
        made = [s.value for s in find(scope, ast.Assign) if _binds(s, node.id)]
        found += [site.bindings.values.get(value, UNKNOWN) for value in made]
        found += [site.bindings.exports.get(node.id, UNKNOWN)] if not made else []
    infos = [one.info for one in found if one.kind == "object"]
    return next((info for info in infos if isinstance(info, ClassInfo)), None)


def _binds(statement: ast.Assign, name: str) -> bool:
    return any(getattr(target, "id", "") == name for target in targets(statement))


def _is_read(site: Site, node: ast.Attribute) -> bool:
    """Whether compiled code reads an attribute of the network that it is taken of."""
    info = class_of(site, node.value)
    is_self = getattr(node.value, "id", "") == "self"
    return info is not None and not is_self and node.attr in read_attributes(info)


def _sets(site: Site, node: ast.Attribute) -> bool:
    """Whether a method sets what compiled code reads; of an unknown network its name decides."""
    if getattr(node.value, "id", "") == "self":
        return False
    info = class_of(site, node.value)
    if info is not None:
        return _is_network(info) and node.attr in setters(info)
    known = site.bindings.values.get(node.value, UNKNOWN).kind not in ("unknown", "lazy")
    if known or not NETWORK.search(name_of(node.value)):
        return False
    imported = (value.info for value in site.bindings.exports.values())
    return any(
        isinstance(one, ClassInfo) and _is_network(one) and node.attr in setters(one)
        for one in (*site.bindings.classes, *imported)
    )


def may_be_behind(site: Site, tree: ast.Module, node: ast.expr, held: ast.expr) -> bool:
    """Whether the network ``held`` may have been called before ``node``: in a loop that does not make
    it, below a call of it, or in a method of an object that holds it."""
    path = ast.unparse(held)
    root = path.partition(".")[0]
    function = function_around(tree, node)
    scope: ast.AST = tree if function is None else function
    loops = [
        loop
        for kind in (ast.For, ast.While)
        for loop in find(scope, kind)
        if node in walk(loop) and root not in _bound(loop)
    ]
    if loops or _is_used_above(scope, path, node.lineno):
        return True
    if function is None:
        return False
    if root != "self":
        made_here = root in _bound(function)
        return not made_here and _is_called_in_a_loop(tree, function)
    for info in site.bindings.classes:
        if info.node is not None and function in info.node.body:
            return not _is_network(info) and function not in of_the_constructor(info)
    return False


def _bound(scope: ast.AST) -> set[str]:
    return {n.id for n in find(scope, ast.Name) if isinstance(n.ctx, ast.Store)}


def _is_used_above(scope: ast.AST, path: str, line: int) -> bool:
    """Whether a network is called above ``line``, or handed to what trains or runs it."""
    return any(
        call.lineno < line
        and (
            ast.unparse(call.func) == path
            or (
                RUNS.search(name_of(call.func)) is not None
                and any(ast.unparse(argument) == path for argument in call.args)
            )
        )
        for call in find(scope, ast.Call)
    )


def _is_called_in_a_loop(tree: ast.Module, function: ast.FunctionDef) -> bool:
    above = statement_parents(tree)
    for call in calls_of(tree, function.name):
        outer: ast.AST | None = call
        while outer is not None:
            if isinstance(outer, ast.For | ast.While) and not lies_in(call, function):
                return True
            outer = above.get(outer)
    return False
