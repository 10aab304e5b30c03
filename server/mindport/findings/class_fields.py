"""A layer under a name that its class has, too (MP309): ``act = nn.SiLU()`` and ``self.act = ...``.

A Cell of MindSpore 2.10.0 takes neither a layer nor a Parameter under a name that it finds in its
class: "the act child cell already exists". It takes them where the object itself had a number or
None there before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training.layout import start_of
from mindport.nodes import assigned_pairs, find, name_of
from mindport.report import Edit, Finding, Fix, Severity
from mindport.symbols.values import PARAMETER, UNKNOWN, ClassInfo, argument_kind
from mindport.texts import Text

Field = ast.Assign | ast.AnnAssign


def class_field_findings(site: Site) -> Iterator[Finding]:
    """One finding for each name of a class under which an object of it keeps a layer."""
    for info in site.bindings.classes:
        if info.node is None or not (info.is_module or info.is_cell):
            continue
        for field in info.node.body:
            if isinstance(field, Field) and field.value is not None and (name := _named(field)):
                stores = list(_stores(site, info.node, name, field.value))
                if stores:
                    yield _finding(site, info, field, name, stores)


def _named(field: Field) -> str | None:
    targets = field.targets if isinstance(field, ast.Assign) else [field.target]
    match targets:
        case [ast.Name(name)]:
            return name
    return None


def _stores(
    site: Site, node: ast.ClassDef, name: str, default: ast.expr
) -> Iterator[tuple[ast.FunctionDef, ast.Assign]]:
    """Where methods keep what is, or may be, a layer or a Parameter under ``name``."""
    layered = _is_layer(site, default)
    for method in node.body:
        for statement in find(method, ast.Assign) if isinstance(method, ast.FunctionDef) else ():
            assert isinstance(method, ast.FunctionDef)
            for target, value in assigned_pairs(statement):
                if _is_own(target, name) and (layered or _is_layer(site, value)):
                    yield method, statement


def _is_layer(site: Site, value: ast.expr) -> bool:
    """Whether a value is a layer or a Parameter, in one of its branches at least."""
    if isinstance(value, ast.IfExp):
        return _is_layer(site, value.body) or _is_layer(site, value.orelse)
    if isinstance(value, ast.BoolOp):
        return any(_is_layer(site, one) for one in value.values)
    known = site.bindings.values.get(value, UNKNOWN)
    made = any(made.call is value for made in site.bindings.constructed)
    return made or known == PARAMETER or argument_kind(known) == "module"


def _is_own(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Attribute(ast.Name("self"), attr):
            return attr == name
    return False


def _finding(
    site: Site,
    info: ClassInfo,
    field: Field,
    name: str,
    stores: Sequence[tuple[ast.FunctionDef, ast.Assign]],
) -> Finding:
    message = Text(
        f"MindSpore's Cells refuse a layer under a name that their class has: {info.name}.{name} is "
        f"in the way of self.{name}.",
        f"MindSpore 的 Cell 不允许用类属性的名称保存层：{info.name}.{name} 与 self.{name} 冲突。",
    )
    fix = _renamed(site, info, field, name, stores) or _moved(site, info, field, name)
    span = site.document.span(field)
    severity: Severity = "warning" if fix else "error"
    return Finding("MP309", severity, "torch.nn.Module", None, "certain", message, span, fix)


def _renamed(
    site: Site,
    info: ClassInfo,
    field: Field,
    name: str,
    stores: Sequence[tuple[ast.FunctionDef, ast.Assign]],
) -> Fix | None:
    """The class calls it ``default_act``; so does what asks for it before the layer is kept."""
    tree, default = site.document.tree, f"default_{name}"
    if len(stores) != 1 or tree is None or default in site.document.text:
        return None
    ((method, store),) = stores
    if (
        method.name != "__init__"
        or store not in method.body
        or isinstance(field.value, ast.Constant)
    ):
        return None
    edits = [_named_edit(site, field, name, default)]
    for attribute in find(tree, ast.Attribute):
        if attribute.attr != name:
            continue
        is_before = method.lineno <= attribute.lineno <= (store.end_lineno or store.lineno)
        of_class = isinstance(attribute.value, ast.Name) and attribute.value.id == info.name
        if of_class or (is_before and _is_own(attribute, name) and attribute not in store.targets):
            end = site.document.span(attribute).end
            edits.append(Edit(Span(end - len(name), end), (default,)))
    title = Text(f"Call the class's own {default}", f"将类属性改名为 {default}")
    return Fix(title, "safe", tuple(edits))


def _named_edit(site: Site, field: Field, name: str, default: str) -> Edit:
    start = site.document.span(field).start
    return Edit(Span(start, start + len(name)), (default,))


def _moved(site: Site, info: ClassInfo, field: Field, name: str) -> Fix | None:
    """Each object has the number or None from the beginning, behind ``super().__init__()``."""
    document, tree = site.document, site.document.tree
    assert info.node is not None and tree is not None and field.value is not None
    if not isinstance(field.value, ast.Constant) or _is_asked_of_class(tree, info, name):
        return None
    calls = [
        statement
        for method in info.node.body
        if isinstance(method, ast.FunctionDef) and method.name == "__init__"
        for statement in method.body
        if isinstance(statement, ast.Expr) and _sets_up(statement.value)
    ]
    if len(calls) != 1 or start_of(document, field) != document.span(field).start:
        return None
    end, indent = document.span(calls[0]).end, " " * calls[0].col_offset
    line = document.line_starts[document.line_of(document.span(field).start)]
    rest = document.line_starts[document.line_of(document.span(field).end) + 1]
    kept = f"{document.newline}{indent}self.{name} = {ast.unparse(field.value)}"
    edits = (Edit(Span(line, rest), ()), Edit(Span(end, end), (kept,)))
    return Fix(Text("Keep it in each object", "改为实例属性"), "safe", edits)


def _is_asked_of_class(tree: ast.Module, info: ClassInfo, name: str) -> bool:
    return any(
        isinstance(one.value, ast.Name) and one.value.id in (info.name, "cls") and one.attr == name
        for one in find(tree, ast.Attribute)
    )


def _sets_up(call: ast.expr) -> bool:
    """``super().__init__()``."""
    match call:
        case ast.Call(ast.Attribute(ast.Call(function), "__init__")):
            return name_of(function) == "super"
    return False
