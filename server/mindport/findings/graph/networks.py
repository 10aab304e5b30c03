"""Two networks in one compiled function: their parameters need names of their own (MP402)."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.definitions import definitions, gives_functions
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import line_behind, start_of
from mindport.findings.training.names import path_of
from mindport.nodes import (
    attribute_of_self,
    imported_names,
    kept,
    lies_in,
    name_of,
    targets,
    walk,
)
from mindport.report import Edit, Finding, Fix
from mindport.symbols.reached import ENTRIES
from mindport.symbols.values import UNKNOWN, ClassInfo, argument_kind
from mindport.texts import Text, filled

# What is called and has no parameters.
PLAIN = re.compile(
    r"loss|crit(?!ic)|metric|scal|noise|func|_fn$|^fn$|act(?!or)|optim", re.IGNORECASE
)
NAMES = Text(
    "Graph mode refuses two networks whose parameters have equal names, as those of networks that "
    "were made apart have: call {0}.update_parameters_name('{1}.') before its optimizer is made.",
    "静态图模式不接受参数重名的两个网络，而分别创建的网络其参数往往重名：请在创建优化器之前调用 {0}.update_parameters_name('{1}.')。",
)


TITLE = Text("Give the parameters names of their own", "为参数设置各自的名称")
SAME = frozenset({"cpu", "cuda", "eval", "set_train", "to", "train"})  # a network gives itself
RENAMED = re.compile(r"([\w.]+)\.update_parameters_name\(")


def network_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a network whose names another one has that the same function calls."""
    renamed = set(RENAMED.findall(site.document.text))
    for function in code.functions:
        owner = function.owner
        if owner is not None and (owner.is_module or owner.is_cell):
            continue
        called: dict[str, ast.AST] = {}
        for node, path in _networks(site, code, function):
            called.setdefault(path, node)
        for path in _clashing(site, function, list(called), renamed) if len(called) > 1 else ():
            words = (path, path.rpartition(".")[2])
            message = filled(NAMES, *words)
            fix = _rename(site, function, *words)
            renamed |= {path} if fix is not None else set()
            yield told(site, "MP402", called[path], message, fix)


def _clashing(
    site: Site, function: Function, paths: Sequence[str], renamed: set[str]
) -> Iterator[str]:
    """The networks that need names of their own; a copy has those of what it is a copy of."""
    bare: list[str] = []
    for path in paths:
        if path in renamed:
            continue
        made = [value for _, value in _bindings(site, function, path)]
        sources = {path_of(value.args[0]) for value in made if _is_copy(value)}
        if sources & set(paths) or any(_may_share(site, function, path, other) for other in bare):
            yield path
        else:
            bare.append(path)


def _bindings(site: Site, function: Function, path: str) -> list[tuple[ast.Assign, ast.expr]]:
    """The statements that give a value to a name that ``function`` reads, or to an attribute.

    Those of other functions count where it sees none: they may be what a parameter stands for.
    """
    tree = site.document.tree
    if tree is None:
        return []
    found = kept(tree, _assignments).get(path, [])
    every = [one for named in kept(tree, definitions).values() for one in named]
    others = [one for one in every if not lies_in(function.node, one)]
    seen = [
        pair for pair in found if "." in path or not any(lies_in(pair[0], one) for one in others)
    ]
    return seen or found


def _itself(value: ast.expr) -> ast.expr:
    """``Net()`` of ``Net().set_train()``."""
    while isinstance(value, ast.Call) and name_of(value.func) in SAME:
        inner = value.func.value if isinstance(value.func, ast.Attribute) else None
        if not isinstance(inner, ast.Call):
            break
        value = inner
    return value


def _assignments(tree: ast.Module) -> dict[str, list[tuple[ast.Assign, ast.expr]]]:
    found: dict[str, list[tuple[ast.Assign, ast.expr]]] = {}
    for node in walk(tree):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            assert isinstance(node, ast.Assign)
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            for one, value in pairs:
                path = path_of(one)
                if path is not None:
                    found.setdefault(path, []).append((node, _itself(value)))
    return found


def _is_copy(value: ast.expr) -> TypeGuard[ast.Call]:
    """``copy.deepcopy(actor)``."""
    return isinstance(value, ast.Call) and name_of(value.func) == "deepcopy" and bool(value.args)


def _rename(site: Site, function: Function, path: str, prefix: str) -> Fix | None:
    """``path.update_parameters_name`` behind the one statement that makes the network."""
    document, made = site.document, _bindings(site, function, path)
    if len(made) != 1:
        return None
    statement, value = made[0]
    start, behind = start_of(document, statement), line_behind(document, statement)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    rest = document.text[document.span(statement).end : behind].strip()
    alone = not blanks.strip() and rest[:1] in ("", "#") and document.text[:behind].endswith("\n")
    if not alone or not (_is_copy(value) or _kind(site, value) == "module"):
        return None
    text = f'{blanks}{path}.update_parameters_name("{prefix}."){document.newline}'
    return Fix(TITLE, "safe", (Edit(Span(behind, behind), (text,)),))


def _kind(site: Site, node: ast.expr) -> str:
    """``module``, ``tensor`` and the like; ``object`` for what is no network by its class."""
    value = site.bindings.values.get(node, UNKNOWN)
    if isinstance(node, ast.Lambda) or gives_functions(site, node):
        return "function"
    if isinstance(node, ast.Call) and name_of(node.func).endswith("Loss"):
        return "object"
    if value == UNKNOWN and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        made = site.bindings.exports.get(node.func.id, UNKNOWN)
        value = replace(made, kind="object") if made.kind == "class" else value
    if value.kind == "object" and isinstance(value.info, ClassInfo):
        return "module" if value.info.is_module or value.info.is_cell else "object"
    last = value.name.rpartition(".")[2]
    if value.kind == "mindspore" and last[:1].islower():
        return "function"
    if value.name.startswith(("mindspore.nn.", "mindspore.mint.nn.")):
        return "module"
    return argument_kind(value)


def _may_share(site: Site, function: Function, *paths: str) -> bool:
    """Whether two networks may have parameters of one name, as far as their classes are known."""
    one, other = (_layers(site, function, path) for path in paths)
    return not (one and other) or not one.isdisjoint(other)


def _layers(site: Site, function: Function, path: str) -> set[str]:
    """The attributes of a network's class; empty where the file does not tell it."""
    infos = {site.bindings.values.get(v, UNKNOWN).info for _, v in _bindings(site, function, path)}
    cls = next(iter(infos)) if len(infos) == 1 else None
    return {
        own
        for node in (walk(cls.node) if isinstance(cls, ClassInfo) and cls.node else ())
        for target in targets(node)
        if (own := attribute_of_self(target)) is not None
    }


def _is_a_networks(site: Site, function: Function, node: ast.Attribute) -> bool:
    """Whether it is the forward of something, or another method or a part that its class, a network's,
    has: ``actor_critic.q1(o, a)``."""
    path = path_of(node.value)
    infos = [
        site.bindings.values.get(value, UNKNOWN).info
        for _, value in (_bindings(site, function, path) if path is not None else ())
    ]
    return node.attr in ENTRIES or any(
        isinstance(info, ClassInfo)
        and (info.is_module or info.is_cell)
        and (
            node.attr in info.methods
            or argument_kind(info.attributes.get(node.attr, UNKNOWN)) == "module"
        )
        for info in infos
    )


def _is_no_network(site: Site, function: Function, path: str) -> bool:
    """Whether all that gives it a value is known to be something else."""
    kinds = {_kind(site, value) for _, value in _bindings(site, function, path)}
    return bool(kinds) and kinds.isdisjoint({"", "module"})


def _networks(site: Site, code: Compiled, function: Function) -> Iterator[tuple[ast.AST, str]]:
    """Calls of what may be a network, or of its forward: a name or attribute that is no function,
    class or loss. A call whose result nobody takes is a step of an optimizer."""
    tree = site.document.tree
    known = kept(tree, definitions) if tree is not None else {}
    methods = {name for info in site.bindings.classes for name in info.methods}
    classes = {info.name for info in site.bindings.classes}
    imported = kept(tree, imported_names) if tree is not None else frozenset()
    given = {one.arg for one in function.parameters}  # its caller's, also in functions inside
    for scope in scopes(function):
        steps = {one.value for one in scope.nodes if isinstance(one, ast.Expr)}
        for node in scope.nodes:
            if not isinstance(node, ast.Call) or node in steps:
                continue
            func = node.func
            if isinstance(func, ast.Attribute) and _is_a_networks(site, function, func):
                func = func.value
            name = func.id if isinstance(func, ast.Name) else ""
            own = attribute_of_self(func)
            if own is not None and own not in methods and not PLAIN.search(own):
                path = f"self.{own}"
            elif (
                name in scope.free - known.keys() - imported - classes - given
                and not hasattr(builtins, name)
                and not PLAIN.search(name)
            ):
                path = name
            else:
                continue
            if not _is_no_network(site, function, path):
                yield node, path
