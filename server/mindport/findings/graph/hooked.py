"""The functions that run as hooks of layers, which graph mode compiles, and those that it leaves to
Python (MP411)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.definitions import (
    Definition,
    class_around,
    definitions,
    method_of,
    own_method,
)
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import assigned_pairs, find, kept, name_of, walk
from mindport.report import Finding
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

HOOKS = frozenset(
    {"register_forward_hook", "register_forward_pre_hook", "register_full_backward_hook",
     "register_full_backward_pre_hook", "register_backward_hook", "register_backward_pre_hook"}
)  # fmt: skip
PARTIAL = Text(
    "Graph mode leaves a hook that is made by functools.partial to Python beside the graph: the "
    "network's gradients are lost without a word. Define a function with def that calls it.",
    "静态图模式把由 functools.partial 构造的钩子交给 Python 在计算图之外执行：网络的梯度会无提示地丢失。请用 def 定义一个调用它的函数。",
)
Found = tuple[Definition, ClassInfo | None]


def hook_functions(site: Site, tree: ast.Module) -> Iterator[Found]:
    """What ``layer.register_forward_hook(...)`` is given, or what makes it."""
    for call in hook_calls(tree):
        yield from _of(site, tree, call.args[0])


def hook_calls(tree: ast.Module) -> list[ast.Call]:
    """``layer.register_forward_hook(...)`` and its like."""
    return [
        call
        for call in find(tree, ast.Call)
        if isinstance(call.func, ast.Attribute) and call.func.attr in HOOKS and call.args
    ]


def hook_findings(site: Site) -> Iterator[Finding]:
    """``layer.register_forward_hook(partial(keep, name))``."""
    tree = site.document.tree
    for call in hook_calls(tree) if tree is not None else ():
        if isinstance(call.args[0], ast.Call) and name_of(call.args[0].func) == "partial":
            yield told(site, "MP411", call.args[0], PARTIAL)


def _of(site: Site, tree: ast.Module, node: ast.expr) -> Iterator[Found]:
    """The functions that ``keep``, ``self.keep``, ``keeper.keep``, ``Keeper()`` and ``keep_as(name)``
    stand for."""
    if isinstance(node, ast.Name):
        for found in kept(tree, definitions).get(node.id, ()):
            yield found, class_around(site, found)
        for statement in find(tree, ast.Assign):
            for target, value in assigned_pairs(statement):
                if getattr(target, "id", "") == node.id and isinstance(value, ast.Call):
                    yield from _of(site, tree, value)
        yield from _called(site, tree, node)
    elif isinstance(node, ast.Attribute):
        yield from _methods(site, node.attr)
    elif isinstance(node, ast.Call):
        yield from _made_by(site, tree, node)


def _called(site: Site, tree: ast.Module, node: ast.Name) -> Iterator[Found]:
    """``__call__`` of ``self``, where that is the hook."""
    for info in site.bindings.classes if node.id == "self" else ():
        method = own_method(info, "__call__")
        if method is not None and info.node is not None and node in walk(info.node):
            yield method, info


def _methods(site: Site, name: str) -> Iterator[Found]:
    """The methods of this name, those of bases included."""
    for info in site.bindings.classes:
        method, owner = method_of(info, name)
        if method is not None and any(owner is known for known in site.bindings.classes):
            yield method, owner


def _made_by(site: Site, tree: ast.Module, call: ast.Call) -> Iterator[Found]:
    """The functions inside one that makes the hook; ``__call__`` of an object that is made there."""
    makers: list[Found] = []
    if isinstance(call.func, ast.Attribute):
        makers += _methods(site, call.func.attr)
    elif isinstance(call.func, ast.Name):
        named = kept(tree, definitions).get(call.func.id, ())
        makers += [(one, class_around(site, one)) for one in named]
        if any(info.name == call.func.id for info in site.bindings.classes):
            yield from _methods(site, "__call__")
    for maker, owner in makers:
        yield from ((one, owner) for one in walk(maker)[1:] if isinstance(one, Definition))
