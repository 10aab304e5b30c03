"""Modules become Cells (MP301), and forward becomes construct, where it is called too (MP302)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from mindport.document import Span
from mindport.findings.bases import (
    MODULE,
    adds_children,
    base_cell,
    base_twin,
    children_twin,
    skips_children,
)
from mindport.findings.children import is_module
from mindport.findings.own_train import own_train_edit
from mindport.findings.resets import CAUTION as RESET_CAUTION
from mindport.findings.resets import dtype_edit, is_never_reset, reset_edit
from mindport.findings.site import Site
from mindport.knowledge.conditions import holds
from mindport.knowledge.templates import HELPER
from mindport.nodes import assigned_pairs, calls_of, find, name_of
from mindport.report import Confidence, Edit, Finding, Fix, Name
from mindport.symbols.assignments import only_value
from mindport.symbols.uses import Use
from mindport.symbols.values import CELL, UNKNOWN, ClassInfo, expression_kind
from mindport.symbols.walk import calls_forward
from mindport.texts import Text, join

FORWARD = f"{MODULE}.forward"
CONSTRUCT = Text(
    "A Cell's forward is called construct.", "Cell 中对应 forward 的方法是 construct。"
)
CONSTRUCT_TITLE = Text("Replace with construct", "替换为 construct")
PLAIN = frozenset({"bool", "dict", "float", "int", "list", "none", "str", "tuple"})
# Functions, and methods of texts, that give no module.
GIVE_PLAIN = frozenset({"format", "join", "len", "lower", "max", "min", "replace", "strip", "sum"})
LOOKS_UP = frozenset({"getattr", "getattr_static", "hasattr", "setattr", "delattr"})
FORWARD_OTHERWISE = Text(
    "The class binds forward in another way too; it must be called construct there as well.",
    "该类还以其他方式绑定了 forward，那里也需要改名为 construct。",
)


def class_findings(site: Site) -> Iterator[Finding]:
    """One finding a module class: its base and its forward change together."""
    bases = {use.node: use for use in site.bindings.uses if use.context == "base"}
    for info in site.bindings.classes:
        if info.node is None or not (info.is_module or info.keeps_forward):
            continue
        base = next((bases[node] for node in info.node.bases if node in bases), None)
        yield from _class_finding(site, info, info.node, base)


def _class_finding(
    site: Site, info: ClassInfo, node: ast.ClassDef, base: Use | None
) -> Iterator[Finding]:
    edits = list(_forward_definitions(site, node))
    renamed = bool(edits)
    edits += _forward_by_name(site, node)
    cell = None if base is None else _cell_of(site, info, base)
    own = own_train_edit(site, info)
    if base is not None and cell is not None:
        edits.append(Edit(site.document.span(base.node), (Name(cell),)))
    if own is not None:
        edits.append(own)
    edits += _shown_otherwise(site, info, node)
    never_reset = is_never_reset(info)
    if never_reset and (reset := reset_edit(site, info)):
        edits.append(reset)
        never_reset = False
    if base is not None and cell is not None and (typed := dtype_edit(site, info)):
        edits.append(typed)
    if not edits or (base is not None and cell is None):
        return
    name = (cell or CELL).removeprefix(f"{HELPER}.")
    span = site.document.name_span(node)
    if info.keeps_forward:
        message = Text(
            f"{info.name} derives from a Cell, which calls construct: its forward has no effect.",
            f"{info.name} 派生自 Cell，被调用的是 construct：其 forward 不起作用。",
        )
    elif base is None and not renamed:
        message = Text(
            f"{info.name} derives from a torch module: its extra_repr is extend_repr in MindSpore.",
            f"{info.name} 派生自 torch 模块：其 extra_repr 在 MindSpore 中为 extend_repr。",
        )
    elif base is None:
        message = Text(
            f"{info.name} derives from a torch module: its forward is construct in MindSpore.",
            f"{info.name} 派生自 torch 模块：其 forward 在 MindSpore 中为 construct。",
        )
    else:
        span = site.document.span(base.node)
        also = Text(" and its forward is construct", "，forward 对应 construct")
        tail = also if renamed else Text("", "")
        message = Text(
            f"{base.symbol} is {name}{tail.en} in MindSpore.",
            f"{base.symbol} 在 MindSpore 中对应 {name}{tail.zh}。",
        )
    title = Text(f"Make {info.name} a Cell", f"将 {info.name} 改为 Cell")
    caution = None
    if base is not None and not children_twin(site, info, base.symbol):
        caution = _base_caution(site, base, info)
    if renamed and _names_forward_otherwise(site, node):
        caution = join(caution, FORWARD_OTHERWISE)
    if never_reset:
        caution = join(caution, RESET_CAUTION)
    fix: Fix | None = Fix(title, "unsafe" if caution else "safe", tuple(edits), caution)
    if base is not None and skips_children(site, info, base.symbol):
        fix = None  # it would run and leave layers out
    message = join(message, caution)
    symbol = base.symbol if base is not None else MODULE
    yield Finding("MP301", "warning", symbol, name, "certain", message, span, fix)


def _cell_of(site: Site, info: ClassInfo, base: Use) -> str | None:
    plain = base_cell(site, base)
    if base.symbol == MODULE:
        return plain
    twin = base_twin(site, info, base.symbol) or children_twin(site, info, base.symbol)
    return twin or plain


def _names_forward_otherwise(site: Site, node: ast.ClassDef) -> bool:
    """Whether the class handles its forward in a way that a new name does not reach."""
    # Graph mode compiles what the class says; what an instance says it may fail to find.
    stored = find(node, ast.Attribute) if site.target.mode == "GRAPH" else ()
    return (
        any(inner.value == "forward" for inner in find(node, ast.Constant))
        or any((inner.asname or inner.name) == "forward" for inner in find(node, ast.alias))
        or any(n.attr == "forward" and isinstance(n.ctx, ast.Store) for n in stored)
    )


def _forward_by_name(site: Site, node: ast.ClassDef) -> Iterator[Edit]:
    """``getattr(cls, "forward")``, ``"forward" in cls.__dict__`` and ``cls.forward = f``."""
    for string in _spelled(node):
        yield Edit(site.document.span(string), ('"construct"',))
    for stored in find(node, ast.Attribute):
        is_class = isinstance(stored.value, ast.Name) and stored.value.id == "cls"
        if stored.attr == "forward" and isinstance(stored.ctx, ast.Store) and is_class:
            end = site.document.span(stored).end
            yield Edit(Span(end - len("forward"), end), ("construct",))


def _spelled(node: ast.ClassDef) -> Iterator[ast.Constant]:
    """The strings by which a class looks for its own forward."""
    for call in find(node, ast.Call):
        if name_of(call.func) in LOOKS_UP and len(call.args) > 1:
            yield from _of_class(call.args[0], call.args[1])
    for test in find(node, ast.Compare):
        held = test.comparators[0]
        if isinstance(test.ops[0], ast.In | ast.NotIn) and name_of(held) == "__dict__":
            yield from _of_class(getattr(held, "value", held), test.left)


def _of_class(owner: ast.expr, name: ast.expr) -> Iterator[ast.Constant]:
    own = isinstance(owner, ast.Name) and owner.id in ("self", "cls")
    if own and isinstance(name, ast.Constant) and name.value == "forward":
        yield name


def _base_caution(site: Site, base: Use, info: ClassInfo | None) -> Text | None:
    """What the knowledge base says against ``base`` as a base of this class."""
    entry = site.store.entry(base.symbol)
    if entry is None or (info is not None and not adds_children(site, info, base.symbol)):
        return None
    facts, _ = site.facts(base)
    told = [d.text for d in entry.differences if not d.fixed and holds(d.when, facts)]
    return join(*told) if told else None


def _sets_own(use: Use, mode: str) -> bool:
    """Whether ``self.forward = f``: PyNative calls an instance's own construct (run in 2.10.0)."""
    assert isinstance(use.node, ast.Attribute)
    own = isinstance(use.node.value, ast.Name) and use.node.value.id == "self"
    return own and use.cls is not None and mode == "PYNATIVE"


def _derives_from(use: Use, symbol: str) -> bool:
    bases = () if use.cls is None else use.cls.bases
    return any(base.kind == "torch" and base.name == symbol for base in bases)


def _forward_definitions(site: Site, node: ast.ClassDef) -> Iterator[Edit]:
    """Each place where the class's own scope binds ``forward``, or reads what it bound before."""
    bound = False
    for inner in _own_scope(node):
        if isinstance(inner, ast.FunctionDef) and inner.name == "forward":
            yield Edit(site.document.name_span(inner), ("construct",))
            bound = True
        elif isinstance(inner, ast.Name) and inner.id == "forward":
            bound = bound or isinstance(inner.ctx, ast.Store)
            if bound:
                yield Edit(site.document.span(inner), ("construct",))


def _shown_otherwise(site: Site, info: ClassInfo, node: ast.ClassDef) -> Iterator[Edit]:
    """``def extra_repr(self)``, which print asks for."""
    for statement in node.body if info.is_module else ():
        if isinstance(statement, ast.FunctionDef) and statement.name == "extra_repr":
            yield Edit(site.document.name_span(statement), ("extend_repr",))


def _own_scope(node: ast.AST) -> Iterator[ast.AST]:
    """What is evaluated in a class's own scope, in the order in which it is."""
    for child in _in_order(node):
        yield child
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            for outer in (*child.decorator_list, child.args):
                yield from _own_scope(outer)
        elif not isinstance(child, ast.ClassDef | ast.Lambda | ast.arg):
            yield from _own_scope(child)


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.ClassDef):
        return iter(node.body)
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and node.value is not None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return iter([node.value, *targets])
    return ast.iter_child_nodes(node)


def replaced_child_finding(site: Site, use: Use) -> Finding | None:
    """``seq.fc = layer``: a SequentialCell goes on running the child that it had.

    ``seq.index = 3`` is no layer, nor is what the file counts with, or asks for a plain type.
    """
    if _is_plain(site, use):
        return None
    message = Text(
        "A SequentialCell keeps its children in a list of its own: one that is set as an attribute "
        "is shown, but not run. Build it anew, or assign to seq[index].",
        "SequentialCell 内部另存一份子 Cell 列表：以属性方式设置的子 Cell 会显示但不会被执行。"
        "请重新构造，或对 seq[index] 赋值。",
    )
    span = site.document.span(use.node)
    return Finding("MP220", "error", use.symbol, None, use.confidence, message, span)


def _is_constant(node: ast.expr) -> bool:
    return isinstance(getattr(node, "operand", node), ast.Constant)


def _is_plain(site: Site, use: Use) -> bool:
    """Whether what is assigned to an attribute is no module."""
    pairs = assigned_pairs(use.statement) if use.statement is not None else ()
    value = next((value for target, value in pairs if target is use.node), None)
    kind = "" if value is None else expression_kind(value, site.bindings.values.get(value, UNKNOWN))
    tree, name = site.document.tree, use.symbol.rpartition(".")[2]
    if kind in PLAIN or tree is None:
        return kind in PLAIN
    if isinstance(value, ast.Name) and use.function is not None and use.function.node is not None:
        value = only_value(value.id, use.function.node)
    if isinstance(value, ast.Call) and name_of(value.func) in GIVE_PLAIN:
        return True
    for one in find(tree, ast.Compare):
        sides = [one.left, *one.comparators]
        compared = any(name_of(side) == name for side in sides)
        is_item = isinstance(one.ops[0], ast.In | ast.NotIn) and name_of(one.left) == name
        if is_item or (compared and any(map(_is_constant, sides))):
            return True
    return any(
        name_of(call.args[0]) == name and name_of(call.args[1]) in PLAIN
        for call in calls_of(tree, "isinstance")
        if len(call.args) == 2
    )


def spelled_forward_findings(site: Site) -> Iterator[Finding]:
    """``setattr(net, "forward", f)``, ``getattr(net, "forward")``: what a Cell calls is construct.

    A class's own is a part of its MP301.
    """
    tree = site.document.tree
    if tree is None or not site.bindings.has_torch:
        return
    for call in find(tree, ast.Call):
        if name_of(call.func) not in LOOKS_UP or len(call.args) < 2:
            continue
        asked, name = call.args[:2]
        if not isinstance(name, ast.Constant) or name.value != "forward":
            continue
        if isinstance(asked, ast.Call) or name_of(asked) in ("self", "cls"):
            continue
        value = site.bindings.values.get(asked, UNKNOWN)
        is_network = is_module(value)
        if value.kind == "class" and isinstance(value.info, ClassInfo):
            is_network = calls_forward(value.info)
        if is_network or (value is UNKNOWN and name_of(call.func) == "setattr"):
            span = site.document.span(name)
            fix = Fix(CONSTRUCT_TITLE, "unsafe", (Edit(span, ('"construct"',)),))
            confidence: Confidence = "certain" if is_network and not value.likely else "likely"
            yield Finding(
                "MP302", "warning", FORWARD, f"{CELL}.construct", confidence, CONSTRUCT, span, fix
            )


def forward_finding(site: Site, use: Use) -> Finding | None:
    """``module.forward(x)`` is ``cell.construct(x)``, ``Module.forward`` is ``Cell.construct``."""
    if not isinstance(use.node, ast.Attribute):
        return None
    end = site.document.span(use.node).end
    span = Span(end - len("forward"), end)
    edit = Edit(span, ("construct",))
    safe = use.context != "store" or _sets_own(use, site.target.mode)
    if use.owner is None:
        base = replace(use, symbol=use.symbol.removesuffix(".forward"))
        cell = base_cell(site, base)
        if cell is None:
            return None
        edit = Edit(site.document.span(use.node), (Name(cell), ".construct"))
        safe = _derives_from(use, base.symbol) and _base_caution(site, base, None) is None
    fix = Fix(CONSTRUCT_TITLE, "safe" if safe else "unsafe", (edit,))
    return Finding(
        "MP302", "warning", FORWARD, f"{CELL}.construct", use.confidence, CONSTRUCT, span, fix
    )
