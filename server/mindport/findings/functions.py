"""Layers that become plain functions: ``nn.CrossEntropyLoss()`` is ``ops.cross_entropy``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.choice import Choice, choose
from mindport.findings.site import Site
from mindport.knowledge import templates
from mindport.knowledge.schema import Entry, Equivalent
from mindport.nodes import walk
from mindport.rewrites.calls import Rewrite
from mindport.rewrites.facts import UseFacts
from mindport.symbols.asked_members import asked_by_call
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

# What goes away with the devices, and what calls the layer.
HARMLESS = frozenset({"to", "cuda", "cpu", "npu", "forward", "__call__"})
CONTAINERS = ("Sequential", "ModuleList", "ModuleDict", "add_module", "register_module",
              "SequentialCell", "CellList", "CellDict", "insert_child_to_cell")  # fmt: skip
PUTS = frozenset({"append", "extend", "insert"})
CONTAINED = Text(
    "It becomes a function, which SequentialCell and CellList do not take; wrap it in a Cell.",
    "改写后是函数，SequentialCell 和 CellList 不接受；请用 Cell 封装。",
)


def function_doubt(site: Site, use: Use, entry: Entry, equivalent: Equivalent) -> Text | None:
    """Why a function cannot stand in for this layer; None where it is only called."""
    if use.call is None or not _is_function(site, entry, equivalent):
        return None
    if _is_contained(site, use, use.call):
        return CONTAINED
    name = next((name for name in _members(site, use, use.call) if name not in HARMLESS), None)
    return None if name is None else _has_members(name)


def as_layer(
    site: Site, use: Use, entry: Entry, facts: UseFacts, possible: Sequence[Equivalent]
) -> Choice | None:
    """What stays a layer, where a function cannot stand in for it: ``loss.ignore_index``."""
    layers = [item for item in possible if not _is_function(site, entry, item)]
    other = choose(site, facts, layers)
    if other is None or not other.certain or not other.equivalent.holds(site.target):
        return None
    return other if isinstance(other.result, Rewrite) and not other.result.doubts else None


def _is_function(site: Site, entry: Entry, equivalent: Equivalent) -> bool:
    """Whether a layer's equivalent is no Cell."""
    if equivalent.to is None or not site.api.is_subclass(entry.symbol, "torch.nn.Module"):
        return False
    pieces = templates.parse(equivalent.to).pieces
    first = pieces[0] if pieces else None
    if not isinstance(first, templates.ApiName):
        return False
    library, _, name = first.name.partition(".")
    if library == templates.HELPER:
        return not site.store.helper(name).is_class
    return not first.name.startswith(("mindspore.nn.", "mindspore.mint.nn."))


def _is_contained(site: Site, use: Use, call: ast.expr) -> bool:
    """Whether a container of layers holds it, made at once or put in under the name that it gets."""
    tree, held = site.document.tree, _name_of(use.statement)
    assert tree is not None
    reads = (
        node
        for node in walk(tree)
        if held is not None
        and isinstance(node, ast.Name | ast.Attribute)
        and _same_name(node, held)
    )
    return any(_goes_into_layers(site, tree, node) for node in (call, *reads))


def _goes_into_layers(site: Site, tree: ast.Module, node: ast.AST) -> bool:
    parents = site.parents(tree)
    parent = parents.get(node)
    while isinstance(parent, ast.expr | ast.keyword):
        if isinstance(parent, ast.Call):
            return parent.func is not node and _takes_layers(site, parent.func)
        node, parent = parent, parents.get(parent)
    return False


def _takes_layers(site: Site, function: ast.expr) -> bool:
    """``nn.Sequential``, ``net.add_module``, ``append`` of what is known to be a ModuleList."""
    if ast.unparse(function).endswith(CONTAINERS):
        return True
    if not isinstance(function, ast.Attribute) or function.attr not in PUTS:
        return False
    value = site.bindings.values.get(function.value, UNKNOWN)
    return value.kind == "instance" and value.name.endswith(CONTAINERS)


def _name_of(statement: ast.stmt | None) -> ast.expr | None:
    """What an assignment binds first."""
    if isinstance(statement, ast.Assign):
        return statement.targets[0]
    return statement.target if isinstance(statement, ast.AnnAssign) else None


def _members(site: Site, use: Use, call: ast.expr) -> Iterator[str]:
    """The members that are asked of it, here or under the name that it gets."""
    parent = site.parent(call, use.statement)
    if isinstance(parent, ast.Attribute):
        yield parent.attr
    yield from _asked_where_given(site, call)
    held = _name_of(use.statement)
    if held is None or site.document.tree is None:
        return
    for node in walk(site.document.tree):
        if isinstance(node, ast.Attribute) and _same_name(node.value, held):
            yield node.attr
        elif isinstance(node, ast.Name | ast.Attribute) and _same_name(node, held):
            yield from _asked_where_given(site, node)


def _asked_where_given(site: Site, layer: ast.AST) -> Iterator[str]:
    """The members that a function of the user's asks of it: ``train(net, nn.CrossEntropyLoss())``."""
    assert site.document.tree is not None
    parents = site.parents(site.document.tree)
    node, outer = layer, parents.get(layer)
    while isinstance(outer, ast.Attribute) and isinstance(parents.get(outer), ast.Call):
        node, outer = parents[outer], parents.get(parents[outer])  # .to(device)
    call = parents.get(outer) if isinstance(outer, ast.keyword) else outer
    if isinstance(call, ast.Call) and call in site.bindings.callees and isinstance(node, ast.expr):
        yield from asked_by_call(site.bindings.callees[call], call, node)


def _same_name(node: ast.expr, held: ast.expr) -> bool:
    """Whether ``node`` may be what ``held`` stands for: the same name, or attribute of any object."""
    if isinstance(held, ast.Name):
        return isinstance(node, ast.Name) and node.id == held.id
    if isinstance(held, ast.Attribute):
        return isinstance(node, ast.Attribute) and node.attr == held.attr
    return False


def _has_members(name: str) -> Text:
    return Text(f"It becomes a function, which has no {name}.", f"改写后是函数，没有 {name}。")
