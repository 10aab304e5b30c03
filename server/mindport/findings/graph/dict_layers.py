"""Dicts of layers (MP402): graph mode looks layers up by their keys, calls no CellDict, and goes through
the keys of none that computes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, name_of, targets, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.reached import ENTRIES
from mindport.symbols.values import ClassInfo
from mindport.texts import Text, filled

DICTS = ("ModuleDict", "CellDict")
# What a dict of layers has beside its layers.
OF_DICTS = frozenset(dir(dict)) | {"training", "construct", "forward"}
BY_NAME = Text(
    "Graph mode does not find a layer of a ModuleDict as an attribute; write {0}.",
    "静态图模式不能以属性方式访问 ModuleDict 中的网络层，请写成 {0}。",
)
NEVER_CALLED = Text(
    "Graph mode takes a CellDict for a dict and calls none; keep the dict as an attribute of another Cell.",
    "静态图模式将 CellDict 当作字典，无法调用；请将该字典作为另一个 Cell 的属性。",
)
KEYS = Text("Graph mode does not go through the object itself; write self.keys().",
            "静态图模式不能直接遍历该对象，请写成 self.keys()。")  # fmt: skip
MARK = "__cell_as_dict__"  # a CellDict without this attribute is called like any Cell
TITLE = Text("Go through the keys", "遍历键")
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
        if _is_never_called(info) and info.node is not None:
            yield told(site, "MP402", info.node.bases[0], NEVER_CALLED)
    for function in code.functions:
        for itself in _of_itself(function) if _is_a_dict(function.owner) else ():
            edit = Edit(site.document.span(itself), ("self.keys()",))
            yield told(site, "MP402", itself, KEYS, Fix(TITLE, "safe", (edit,)))
    for info, method, nodes in places:
        aliases = _aliases(info, method)
        for node in nodes:
            if isinstance(node, ast.Attribute) and _is_layer(info, aliases, node):
                written = f'{ast.unparse(node.value)}["{node.attr}"]'
                yield told(site, "MP402", node, filled(BY_NAME, written), _as_item(site, node))


def _is_never_called(info: ClassInfo) -> bool:
    """Whether a class that derives from MindSpore's CellDict computes something itself."""
    return not info.methods.keys().isdisjoint(ENTRIES) and _is_a_dict(info) and not _is_called(info)


def _is_called(info: ClassInfo) -> bool:
    """Whether it derives from torch's class, or from the helper that takes the place of that."""
    if info.name == "ModuleDict" or (info.node is not None and MARK in ast.unparse(info.node)):
        return True
    return any(
        base.name == "torch.nn.ModuleDict"
        or (isinstance(base.info, ClassInfo) and _is_called(base.info))
        for base in info.bases
    )


def _is_a_dict(info: ClassInfo | None) -> bool:
    """Whether a class is a dict of layers, of torch's, of MindSpore's or of a helper's."""
    return info is not None and any(
        base.name.rpartition(".")[2] in DICTS
        or (isinstance(base.info, ClassInfo) and _is_a_dict(base.info))
        for base in info.bases
    )


def _of_itself(function: Function) -> Iterator[ast.expr]:
    """``self`` of ``for key in self`` and of ``list(self)``."""
    for node in function.nodes:
        gone_through: list[ast.expr] = []
        if isinstance(node, ast.For | ast.comprehension):
            gone_through = [node.iter]
        elif isinstance(node, ast.Call) and name_of(node.func) in ("list", "tuple", "enumerate"):
            gone_through = node.args[:1]
        yield from (one for one in gone_through if getattr(one, "id", "") == "self")


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
