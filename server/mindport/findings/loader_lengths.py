"""``len(iter(loader))`` (MP103): what the loader written out gives its batches with has no length.

torch's iterator says how many batches the loader gives in all, however many are taken.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around, is_pure
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import only_value
from mindport.symbols.values import UNKNOWN, ClassInfo, Value
from mindport.texts import Text

CODE, SYMBOL = "MP103", "torch.utils.data.DataLoader.__iter__"
LOADER = "torch.utils.data.DataLoader"
MESSAGE = Text(
    "The iterator of a DataLoader has a length in torch, how many batches there are in all; here it has "
    "none, the loader has.",
    "torch 中 DataLoader 的迭代器有长度（批次总数）；此处迭代器没有长度，应向 DataLoader 本身询问。",
)
KEPT = Text(
    "It is right where the name still stands for the loader that is iterated over.",
    "仅当该名称仍指代所迭代的 DataLoader 时正确。",
)
TITLE = Text("Ask the loader", "改为询问 DataLoader")


def loader_length_findings(site: Site) -> Iterator[Finding]:
    """A finding for each ``len(iter(loader))``, and ``len(batches)`` of such a name."""
    tree, document = site.document.tree, site.document
    if tree is None or "iter(" not in document.text or "len(" not in document.text:
        return
    for call in find(tree, ast.Call):
        match call:
            case ast.Call(ast.Name("len"), [asked], []):
                loader = _loader(tree, asked)
            case _:
                continue
        if loader is None or not _is_loader(site.bindings.values.get(loader, UNKNOWN)):
            continue
        at_once = not isinstance(asked, ast.Name)
        span, fix = document.span(asked), None
        if at_once or is_pure(loader):
            edit = Edit(span, (document.span(loader),))
            fix = Fix(TITLE, "safe" if at_once else "unsafe", (edit,), None if at_once else KEPT)
        yield Finding(CODE, "warning", SYMBOL, None, "likely", MESSAGE, span, fix)


def _loader(tree: ast.Module, node: ast.expr) -> ast.expr | None:
    """``loader`` of ``iter(loader)``, and of a name that is given this alone."""
    if isinstance(node, ast.Name):
        scope = function_around(tree, node) or tree
        given = only_value(node.id, scope)
        node = node if given is None else given
    match node:
        case ast.Call(ast.Name("iter"), [loader], []):
            return loader
    return None


def _is_loader(value: Value) -> bool:
    if value.kind == "object" and isinstance(value.info, ClassInfo):
        return value.info.torch_base == LOADER
    return value.kind == "instance" and value.name == LOADER
