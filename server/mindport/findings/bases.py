"""Classes that derive from a torch layer: which Cell is their base."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from mindport.findings.choice import choose, is_safe, twin_of
from mindport.findings.site import Site
from mindport.knowledge.schema import Equivalent
from mindport.nodes import find, name_of
from mindport.report import Edit, Finding, Fix, Name
from mindport.rewrites.by_value import by_value
from mindport.rewrites.calls import their_signature
from mindport.symbols.uses import Use
from mindport.symbols.values import CELL, ClassInfo
from mindport.texts import Text

MODULE = "torch.nn.Module"
SEQUENTIAL = "torch.nn.Sequential"
ADDING = ("add_module", "register_module", "insert_child_to_cell", "setattr", "__setattr__")


def base_cell(site: Site, use: Use) -> str | None:
    """The Cell class that stands for a torch class as a base; None when there is no plain one."""
    if use.symbol == MODULE:
        return CELL
    entry = site.store.entry(use.symbol)
    if entry is None:
        return None
    found = [e for e in entry.equivalents if e.api is not None and e.holds(site.target)]
    plain = next((e for e in found if e.helper is None), None)
    return plain.api if plain is not None else next((e.api for e in found), None)


def base_twin(site: Site, info: ClassInfo, symbol: str) -> str | None:
    """The helper with torch's arguments that ``info`` derives from instead.

    It does where the class has no constructor, so that its own calls have torch's arguments, or
    one that hands on arguments which cannot be rewritten.
    """
    entry = site.store.entry(symbol)
    twin = None if entry is None else twin_of(site, entry)
    if entry is None or twin is None or info.node is None:
        return None
    plain = [
        item for item in site.candidates(entry) if item.api is not None and item.helper is None
    ]
    calls = _constructor_calls(site, info, symbol)
    if not calls:
        own = any(isinstance(s, ast.FunctionDef) and s.name == "__init__" for s in info.node.body)
        return None if own or _takes_calls(site, info, symbol, plain) else twin.api
    for call in calls:
        facts, _ = site.facts(call)
        if not is_safe(site, entry, facts, choose(site, facts, plain)):
            return twin.api
    return None


def children_twin(site: Site, info: ClassInfo, symbol: str) -> str | None:
    """The helper that runs what a SequentialCell does not: children set as attributes or by name."""
    entry = site.store.entry(symbol)
    if symbol != SEQUENTIAL or entry is None or not adds_children(site, info, symbol):
        return None
    for item in site.candidates(entry):
        if item.helper is not None and item.holds(site.target) and entry.is_proved(item):
            return item.api
    return None


def skips_children(site: Site, info: ClassInfo, symbol: str) -> bool:
    """Whether the class would leave children out as a SequentialCell, and nothing takes its place."""
    if symbol != SEQUENTIAL or not adds_children(site, info, symbol):
        return False
    return children_twin(site, info, symbol) is None


def adds_children(site: Site, info: ClassInfo, symbol: str) -> bool:
    """Whether a class, or one of this file that derives from it, adds something to its base.

    What a container holds does not matter where the class says itself what is computed.
    """
    heirs = [c for c in site.bindings.classes if any(base.info is info for base in c.bases)]
    if any(adds_children(site, heir, symbol) for heir in heirs if heir is not info):
        return True
    if info.node is None or (symbol == SEQUENTIAL and _computes(info.node)):
        return False
    return _adds(info.node)


def _computes(node: ast.ClassDef) -> bool:
    """Whether the class has a forward of its own, which does without that of its base."""
    own = any(isinstance(s, ast.FunctionDef) and s.name == "forward" for s in node.body)
    return own and not any(
        n.attr in ("forward", "construct", "__call__") and isinstance(n.value, ast.Call)
        for n in find(node, ast.Attribute)
    )


def _adds(node: ast.ClassDef) -> bool:
    stored = (n.value for n in find(node, ast.Attribute) if isinstance(n.ctx, ast.Store))
    if any(isinstance(base, ast.Name) and base.id == "self" for base in stored):
        return True
    called = (call.func for call in find(node, ast.Call))
    return any(name_of(func) in ADDING for func in called)


def _takes_calls(site: Site, info: ClassInfo, symbol: str, plain: Sequence[Equivalent]) -> bool:
    """Whether MindSpore's own class takes what torch's does: all of it, or all but the device and
    the dtype, where the calls that this file shows give neither."""
    nodes = () if info.node is None else info.node.bases
    base = next((u for u in site.bindings.uses if u.node in nodes and u.symbol == symbol), None)
    usable = next((item for item in plain if item.holds(site.target)), None)
    if base is None or usable is None:
        return usable is not None
    facts, _ = site.facts(base)
    differs = by_value(facts, usable, their_signature(facts, usable, site.store), True)
    renamed, lacking = set(differs.renamed), set(differs.lacking)
    if not _may_be_placed(site, info):
        renamed, lacking = renamed - {"dtype"}, lacking - {"device"}
    return not (differs.keywords or differs.meaning or renamed or lacking)


def _may_be_placed(site: Site, info: ClassInfo) -> bool:
    """Whether calls of the class may give a device or a dtype; those of other files may."""
    assert site.document.tree is not None
    calls = [call for call in find(site.document.tree, ast.Call) if name_of(call.func) == info.name]
    keywords = {keyword.arg for call in calls for keyword in call.keywords}
    return not calls or bool(keywords & {"device", "dtype", None})


def inherits_twin(site: Site, use: Use) -> bool:
    """Whether ``super().__init__(...)`` reaches a helper with torch's arguments."""
    symbol = use.symbol.removesuffix(".__init__")
    if use.cls is None:
        return False
    if any(base.kind == "torch" for base in use.cls.bases):
        return base_twin(site, use.cls, symbol) is not None
    # A class between has no constructor of its own: it derives from the helper, if there is one.
    entry = site.store.entry(symbol)
    return entry is not None and twin_of(site, entry) is not None


def module_constructor_finding(site: Site, use: Use) -> Finding | None:
    """``nn.Module.__init__(self)``, the old way to write ``super().__init__()``."""
    call, node = use.call, use.node
    if call is None or call.keywords or call.args or not isinstance(node, ast.Attribute):
        return None
    name = CELL.removeprefix("mindspore.")
    message = Text(
        f"{MODULE} is {name} in MindSpore, whose constructor is called here.",
        f"{MODULE} 在 MindSpore 中对应 {name}，此处调用其构造函数。",
    )
    return _by_class(site, use, node, CELL, message)


def twin_constructor_finding(site: Site, use: Use) -> Finding | None:
    """``nn.GRU.__init__(self, 3, 4)`` of a class that derives from a helper with torch's arguments."""
    symbol = use.symbol.removesuffix(".__init__")
    entry = site.store.entry(symbol)
    twin = None if entry is None else twin_of(site, entry)
    if twin is None or twin.api is None or not isinstance(use.node, ast.Attribute):
        return None
    name = twin.api.removeprefix("mindspore.").removeprefix("helper.")
    message = Text(
        f"The class derives from {name}, which takes the arguments of {symbol}; its constructor is called "
        "here.",
        f"该类派生自 {name}，其参数与 {symbol} 相同，此处调用其构造函数。",
    )
    return _by_class(site, use, use.node, twin.api, message)


def _by_class(site: Site, use: Use, node: ast.Attribute, api: str, message: Text) -> Finding:
    """A constructor that is called by its class: the class is that of ``api``, the arguments stay."""
    name = api.removeprefix("mindspore.").removeprefix("helper.")
    title = Text(f"Replace with {name}.__init__", f"替换为 {name}.__init__")
    fix = Fix(title, "safe", (Edit(site.document.span(node.value), (Name(api),)),))
    symbol, span = use.symbol.removesuffix(".__init__"), site.document.span(node)
    return Finding("MP301", "warning", symbol, api, use.confidence, message, span, fix)


def _constructor_calls(site: Site, info: ClassInfo, symbol: str) -> list[Use]:
    return [
        replace(use, symbol=symbol, owner=None)
        for use in site.bindings.uses
        if use.symbol == f"{symbol}.__init__" and use.cls is info and use.call is not None
    ]
