"""Loops over the children of a Cell in compiled code: the compiler fails at more than one (MP402)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.findings.training.layout import line_behind, start_of
from mindport.nodes import attribute_of_self
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import ClassInfo
from mindport.texts import Text, filled

# What gives the children, with the attribute that keeps them.
KEPT_AS = {
    "children": "child_cells",
    "cells": "child_cells",
    "named_children": "named_child_cells",
    "name_cells": "named_child_cells",
}
WITHOUT_NAMES = frozenset({"children", "cells"})
LISTS = frozenset({"ModuleList", "CellList"})
STACKS = frozenset({"Sequential", "SequentialCell"})
DICTS = frozenset({"ModuleDict", "CellDict"})
MESSAGE = Text(
    "Graph mode fails to compile {0}() of a Cell that has more than one child; keep the children in "
    "a tuple: self.{1} = tuple({2}) at the end of __init__.",
    "对于含有多个子 Cell 的 Cell，静态图模式无法编译 {0}()；请在 __init__ 末尾用元组保存子 Cell："
    "self.{1} = tuple({2})。",
)
OF_LIST = Text(
    "Graph mode fails to compile {0}() of a list of layers; go over the list itself.",
    "静态图模式无法编译层列表的 {0}()；请直接遍历该列表。",
)
OF_DICT = Text(
    "Graph mode fails to compile {0}() of a dict of layers; go over its items or values.",
    "静态图模式无法编译层字典的 {0}()；请遍历其 items 或 values。",
)
OF_PART = Text(
    "Graph mode fails to compile {0}() of a part that has more than one child; go over "
    "part._cells.items() or part._cells.values().",
    "对于含有多个子 Cell 的部件，静态图模式无法编译 {0}()；请遍历 part._cells.items() 或 part._cells.values()。",
)
KEEP = Text("Keep the children in a tuple", "用元组保存子 Cell")
ITSELF = Text("Go over the list itself", "直接遍历该列表")
OWN_CELLS = Text("Go over the part's dict of layers", "遍历该部件的层字典")
DICT = Text("Go over the dict itself", "直接遍历该字典")


def part_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a ``self.children()``, and a ``self.layers.children()`` of a part."""
    own: dict[tuple[ast.ClassDef | None, str], list[ast.Call]] = {}
    for function in code.functions:
        if function.owner is None:
            continue
        for node in function.nodes:
            called = method_call(node)
            if called is None or called[1] not in KEPT_AS:
                continue
            assert isinstance(node, ast.Call)
            receiver, method = called
            if getattr(receiver, "id", "") == "self":
                own.setdefault((function.owner.node, method), []).append(node)
            else:
                yield from _of_part(site, function, node, receiver, method)
    for (cls, method), calls in own.items():
        fix = None if cls is None else _keep(site, cls, calls, method)
        pairs = f"self.{method}()" + (".items()" if method == "name_cells" else "")
        message = filled(MESSAGE, method, KEPT_AS[method], pairs)
        for node in calls:
            yield told(site, "MP402", node, message, fix)


def _keep(site: Site, cls: ast.ClassDef, calls: list[ast.Call], method: str) -> Fix | None:
    """A last line of ``__init__`` that keeps the children, for all calls of a class.

    Unsafe: a class that derives from this one may add further ones behind it.
    """
    document, name = site.document, KEPT_AS[method]
    init = next((one for one in cls.body if getattr(one, "name", "") == "__init__"), None)
    if not isinstance(init, ast.FunctionDef):
        return None
    tail = ".items()" if method == "name_cells" else ""
    spans = [document.span(node) for node in calls]
    if not all(document.text.startswith(tail, span.end) for span in spans):
        return None
    used = tuple(Edit(Span(span.start, span.end + len(tail)), (f"self.{name}",)) for span in spans)
    line = f"self.{name} = tuple(self.{method}(){tail})"
    if line in document.source(init):
        return Fix(KEEP, "unsafe", used)
    last = init.body[-1]
    start, behind = start_of(document, last), line_behind(document, last)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    alone = not blanks.strip() and document.text[:behind].endswith("\n")
    if not alone or f"self.{name}" in document.source(cls):
        return None
    added = Edit(Span(behind, behind), (f"{blanks}{line}{document.newline}",))
    return Fix(KEEP, "unsafe", (*used, added))


def _of_part(
    site: Site, function: Function, node: ast.Call, receiver: ast.expr, method: str
) -> Iterator[Finding]:
    """The finding of ``self.part.children()`` where it is known of what kind the part is.

    The fixes are unsafe: ``children()`` gives a layer once that stands under two names.
    """
    document = site.document
    kind = part_kind(function, receiver)
    end = Span(document.span(receiver).end, document.span(node).end)
    if kind is None:
        return
    if kind in LISTS or (kind in STACKS and method in WITHOUT_NAMES):
        fix = None
        if method in WITHOUT_NAMES:
            fix = Fix(ITSELF, "unsafe", (Edit(end, ("",)),))
        yield told(site, "MP402", node, filled(OF_LIST, method), fix)
    else:
        items = (
            "" if method == "name_cells" else ".values()" if method in WITHOUT_NAMES else ".items()"
        )
        tail, message, title = (
            (items, OF_DICT, DICT) if kind in DICTS else (f"._cells{items}", OF_PART, OWN_CELLS)
        )
        yield told(
            site,
            "MP402",
            node,
            filled(message, method),
            Fix(title, "unsafe", (Edit(end, (tail,)),)),
        )


def part_kind(function: Function, node: ast.expr) -> str | None:
    """The class of a part, by its last name, of torch or of MindSpore; None where it is not known."""
    name = attribute_of_self(node)
    value = None if name is None or function.owner is None else function.owner.attributes.get(name)
    if value is None or value.kind not in ("instance", "object"):
        return None
    inner = value.items[0] if value.name == "mindspore.nn.Cell" and value.items else value
    if value.kind == "object" and not isinstance(value.info, ClassInfo):
        return None
    return inner.name.rpartition(".")[2]
