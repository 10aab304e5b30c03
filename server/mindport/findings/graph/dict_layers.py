"""Layers of a ModuleDict that are taken as attributes of it (MP402): graph mode looks them up by key."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Definition
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, targets, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import ClassInfo
from mindport.texts import Text, filled

DICTS = ("ModuleDict", "CellDict")
# What a dict of layers has beside its layers.
OF_DICTS = frozenset(dir(dict)) | {"training", "construct", "forward"}
BY_NAME = Text(
    "Graph mode does not find a layer of a ModuleDict as an attribute; write {0}.",
    "静态图模式不能以属性方式访问 ModuleDict 中的网络层，请写成 {0}。",
)
ITEM = Text("Look the layer up by its key", "按键取得网络层")


def dict_layer_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a layer, in compiled functions and in lambdas that an object keeps."""
    places: list[tuple[ClassInfo, Definition, Iterable[ast.AST]]] = [
        (function.owner, function.node, function.nodes)
        for function in code.functions
        if function.owner is not None
    ]
    for info in site.bindings.classes:
        for method in info.node.body if info.node is not None else ():
            if isinstance(method, Definition):
                places += [(info, method, walk(one)) for one in _kept_lambdas(method)]
    for info, method, nodes in places:
        aliases = _aliases(info, method)
        for node in nodes:
            if isinstance(node, ast.Attribute) and _is_layer(info, aliases, node):
                written = f'{ast.unparse(node.value)}["{node.attr}"]'
                yield told(site, "MP402", node, filled(BY_NAME, written), _as_item(site, node))


def _kept_lambdas(method: Definition) -> Iterator[ast.Lambda]:
    """``self.run = lambda x: …``."""
    for node in find(method, ast.Assign):
        if isinstance(node.value, ast.Lambda) and any(map(attribute_of_self, targets(node))):
            yield node.value


def _aliases(info: ClassInfo, method: Definition) -> Set[str]:
    """The names that a method gives to a dict of layers: ``m = self.mlp``."""
    bound = [
        (target.id, node.value)
        for node in find(method, ast.Assign)
        for target in targets(node)
        if isinstance(target, ast.Name)
    ]
    others = {name for name, value in bound if not _is_dict(info, value)}
    return {name for name, value in bound if _is_dict(info, value)} - others


def _is_layer(info: ClassInfo, aliases: Set[str], node: ast.Attribute) -> bool:
    """``self.layers.first`` where ``self.layers`` is a dict of layers, or ``m.first``."""
    held = _is_dict(info, node.value) or getattr(node.value, "id", "") in aliases
    return held and node.attr not in OF_DICTS


def _is_dict(info: ClassInfo, node: ast.expr) -> bool:
    name = attribute_of_self(node)
    value = None if name is None else info.attributes.get(name)
    return value is not None and value.name.rpartition(".")[2] in DICTS


def _as_item(site: Site, node: ast.Attribute) -> Fix | None:
    """``layers["first"]`` for ``layers.first``."""
    end = site.document.span(node).end
    span = Span(end - len(node.attr) - 1, end)
    if site.document.text[span.start : span.end] != f".{node.attr}":
        return None
    return Fix(ITEM, "safe", (Edit(span, (f'["{node.attr}"]',)),))
