"""``self.x_u = torch.tensor(x, requires_grad=True)`` that the object gives only to methods which
differentiate nothing, beside others whose derivatives are taken (MP306)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.findings.site import Site
from mindport.findings.training.names import path_of
from mindport.findings.training.unasked import (
    ASKING,
    HANDED_ON,
    differentiates,
    finding_of,
    marking_keyword,
)
from mindport.nodes import find, lies_in, name_of
from mindport.report import Finding
from mindport.symbols.uses import Use

CASTS = frozenset({"cpu", "cuda", "double", "float", "to"})


def kept_input_findings(site: Site) -> dict[ast.AST, Finding]:
    """By the calls that make such tensors their findings."""
    tree, uses = site.document.tree, site.bindings.uses
    if tree is None or "requires_grad" not in site.document.text:
        return {}
    if any(use.symbol in ASKING and use.context != "store" for use in uses):
        return {}
    found: dict[ast.AST, Finding] = {}
    for use in uses:
        keyword = marking_keyword(use)
        path = _kept_as(use)
        cls = _class_of(tree, use) if keyword is not None and path is not None else None
        if use.call is None or keyword is None or path is None or cls is None:
            continue
        if _is_only_evaluated(site, tree, cls, path):
            found[use.call] = finding_of(site, use, use.call, keyword, HANDED_ON)
    return found


def _kept_as(use: Use) -> str | None:
    """``x_u`` of ``self.x_u = torch.tensor(x, requires_grad=True).float()``."""
    match use.statement:
        case ast.Assign([ast.Attribute(ast.Name("self"), name)], value):
            while value is not use.call and isinstance(value, ast.Call):
                if not isinstance(value.func, ast.Attribute) or value.func.attr not in CASTS:
                    return None
                value = value.func.value
            return name if value is use.call else None
    return None


def _class_of(tree: ast.Module, use: Use) -> ast.ClassDef | None:
    around = (cls for cls in find(tree, ast.ClassDef) if lies_in(use.node, cls))
    return next(around, None)


def _is_only_evaluated(site: Site, tree: ast.Module, cls: ast.ClassDef, name: str) -> bool:
    """Whether all that is done with ``self.name`` is arithmetic, and to call the object's methods that
    neither differentiate nor call some that do."""
    methods = {one.name: one for one in cls.body if isinstance(one, ast.FunctionDef)}
    parents, is_given = site.parents(tree), False
    for node in find(tree, ast.Attribute):
        if node.attr != name or isinstance(node.ctx, ast.Store):
            continue
        if path_of(node) != f"self.{name}" or not lies_in(node, cls):
            return False
        parent = parents.get(node)
        if isinstance(parent, ast.keyword):
            parent = parents.get(parent)
        match parent:
            case ast.BinOp():
                continue
            case ast.Call(ast.Attribute(ast.Name("self"), called)) if called in methods:
                if not any(differentiates(site, one) for one in _reached(methods, called)):
                    is_given = True
                    continue
        return False
    return is_given


def _reached(methods: Mapping[str, ast.FunctionDef], first: str) -> Iterator[ast.FunctionDef]:
    """A method and all that it calls of its object, and what those call."""
    waiting, seen = [first], {first}
    while waiting:
        method = methods[waiting.pop()]
        yield method
        for call in find(method, ast.Call):
            name = name_of(call.func)
            if name in methods and name not in seen:
                seen.add(name)
                waiting.append(name)
