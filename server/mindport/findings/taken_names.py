"""Attributes and methods whose names MindSpore's Cells use for themselves (MP309)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.cell_names import (
    LAYER_ATTRIBUTES,
    LAYER_METHODS,
    METHODS,
    TAKEN,
    TAKEN_FOR_BUFFERS,
    TAKEN_FOR_LAYERS,
    renamed,
)
from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import find, name_of, names_bound
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN, ClassInfo, Value, argument_kind, is_tensor
from mindport.texts import Text

CODE, SYMBOL = "MP309", "torch.nn.Module"
ANY = TAKEN | TAKEN_FOR_LAYERS | METHODS
REGISTERING = frozenset({"register_buffer", "register_parameter", "register_module", "add_module"})
OVERRIDDEN = frozenset({"construct", "extend_repr"})  # these a Cell is meant to override
CAUTION = Text(
    "Parameters below it get another name, and other files that use the name have to follow.",
    "其下的参数名称随之改变，使用该名称的其他文件也需同步修改。",
)


def taken_name_findings(site: Site) -> Iterator[Finding]:
    """``self.phase = 'test'``: a Cell's own ``phase`` is what ``set_train`` sets."""
    registers = any(name in site.document.text for name in REGISTERING)
    for info in site.bindings.classes:
        names = ANY | _methods_of_layer(info)
        own = not (names.isdisjoint(info.attributes) and names.isdisjoint(info.methods))
        if info.node is not None and (own or registers) and (info.is_module or info.is_cell):
            yield from _of_class(site, info, info.node)


def _of_class(site: Site, info: ClassInfo, node: ast.ClassDef) -> Iterator[Finding]:
    places: dict[str, Span] = {}
    # A base of another file may be torch's still where the forward here is construct already.
    moved = info.is_cell or "forward" not in info.methods
    overridden = OVERRIDDEN if moved else frozenset[str]()
    of_layer = _of_layer(info)
    methods = METHODS - overridden | _methods_of_layer(info)
    for method in node.body:
        if not isinstance(method, ast.FunctionDef) or method.name not in methods:
            continue
        if not (info.is_cell and _extends(method)):
            places.setdefault(method.name, site.document.name_span(method))
    for attribute in find(node, ast.Attribute):
        kept = info.attributes.get(attribute.attr, UNKNOWN)
        stored = isinstance(attribute.ctx, ast.Store) and _is_self(attribute)
        if not stored or attribute.attr in overridden:
            continue
        if attribute.attr in of_layer or _is_taken(attribute.attr, kept):
            places.setdefault(attribute.attr, _accessed(site, attribute))
    for text, name, registers in _registered(node):
        as_buffer = registers == "register_buffer" and name in TAKEN_FOR_BUFFERS
        if as_buffer or name in TAKEN | TAKEN_FOR_LAYERS | of_layer:
            places.setdefault(name, site.document.span(text))
    for name, span in places.items():
        yield _finding(site, info, name, span)


def _of_layer(info: ClassInfo) -> frozenset[str]:
    """What the layer of torch's that the class derives from is called by in MindSpore's cell."""
    return LAYER_ATTRIBUTES.get(info.torch_base or "", frozenset())


def _methods_of_layer(info: ClassInfo) -> frozenset[str]:
    """These, and the names at which that cell stores something itself."""
    return _of_layer(info) | LAYER_METHODS.get(info.torch_base or "", frozenset())


def _extends(method: ast.FunctionDef) -> bool:
    """Whether it calls the method that it overrides: ``super().insert_child_to_cell(...)``."""
    return any(
        call.func.attr == method.name
        and isinstance(call.func.value, ast.Call)
        and name_of(call.func.value.func) == "super"
        for call in find(method, ast.Call)
        if isinstance(call.func, ast.Attribute)
    )


def _is_taken(name: str, kept: Value) -> bool:
    holds_layers = argument_kind(kept) in ("module", "list") or is_tensor(kept)
    return name in TAKEN or (name in TAKEN_FOR_LAYERS and holds_layers)


def _finding(site: Site, info: ClassInfo, name: str, span: Span) -> Finding:
    message = Text(
        f"{name} is a name that MindSpore's Cells use for themselves: in {info.name} it raises or "
        "is overwritten.",
        f"{name} 是 MindSpore Cell 自身使用的名称：在 {info.name} 中会报错或被覆盖。",
    )
    fix = None
    edits = _edits(site, name)
    if edits:
        title = Text(f"Call it {renamed(name)}", f"改名为 {renamed(name)}")
        fix = Fix(title, "unsafe", edits, CAUTION)
    return Finding(CODE, "warning", SYMBOL, None, "certain", message, span, fix)


def _edits(site: Site, name: str) -> tuple[Edit, ...]:
    """All places of the name in the file; none where it may be something else's."""
    tree = site.document.tree
    if tree is None:
        return ()
    spans: list[Span] = []
    for attribute in find(tree, ast.Attribute):
        if attribute.attr == name:
            if not _is_self(attribute):
                return ()
            spans.append(_accessed(site, attribute))
    classes = [info.node for info in site.bindings.classes if info.node is not None]
    if any(name in names_bound(part) for node in classes for part in _fields(node)):
        return ()  # the class has it, too
    for node in classes:
        spans += [
            site.document.name_span(method)
            for method in node.body
            if isinstance(method, ast.FunctionDef) and method.name == name
        ]
        for text, registered, _ in _registered(node):
            if registered == name:
                span = site.document.span(text)
                spans.append(Span(span.start + 1, span.end - 1))
    return tuple(Edit(span, (renamed(name),)) for span in spans)


def _fields(node: ast.ClassDef) -> Iterator[ast.stmt]:
    """What a class itself assigns, outside of its methods."""
    return (part for part in node.body if isinstance(part, ast.Assign | ast.AnnAssign))


def _registered(node: ast.ClassDef) -> Iterator[tuple[ast.Constant, str, str]]:
    """The names that its methods register something under, and the method that they call."""
    for call in find(node, ast.Call):
        registers = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        first: Sequence[ast.expr] = call.args[:1] if registers in REGISTERING else ()
        for text in first:
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield text, text.value, registers


def _is_self(attribute: ast.Attribute) -> bool:
    return isinstance(attribute.value, ast.Name) and attribute.value.id == "self"


def _accessed(site: Site, attribute: ast.Attribute) -> Span:
    end = site.document.span(attribute).end
    return Span(end - len(attribute.attr), end)
