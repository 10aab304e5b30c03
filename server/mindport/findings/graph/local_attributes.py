"""A name of the function's own for an attribute that one method alone uses: it sets the attribute before
it reads it, ``self.left = self.size // 2``, in each branch of an ``if``, too."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.graph.compiled import Function
from mindport.findings.site import Site
from mindport.findings.training.layout import free_name, names_of_function
from mindport.nodes import attribute_of_self, find, walk
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Keep it in a name of the function's own", "改用函数内的局部变量")
CAUTION = Text(
    "What reads the attribute from outside finds what the constructor put there.",
    "从外部读取该属性时，得到的是构造函数中设置的值。",
)


def local_fix(site: Site, function: Function, own: str) -> Fix | None:
    """The fix of all places at which the method uses the attribute; None in doubt."""
    tree = site.document.tree
    inside = [one for one in function.nodes if isinstance(one, ast.Attribute) and one.attr == own]
    if tree is None or own in site.taken() or not _sets_first(function.node.body, own):
        return None
    known = set(inside)
    others = [one for one in find(tree, ast.Attribute) if one.attr == own and one not in known]
    if any(attribute_of_self(one) is None for one in inside) or f'"{own}"' in site.document.text:
        return None
    if any(not isinstance(one.ctx, ast.Store) or attribute_of_self(one) is None for one in others):
        return None
    name = free_name(own, names_of_function(function.node))
    edits = tuple(Edit(site.document.span(one), (name,)) for one in inside)
    return Fix(TITLE, "unsafe", edits, CAUTION)


def _sets_first(body: Sequence[ast.stmt], own: str) -> bool:
    """Whether the first of these statements that names the attribute sets it, whatever happens."""
    for statement in body:
        if any(attribute_of_self(node) == own for node in walk(statement)):
            return _always_sets(statement, own)
    return False


def _always_sets(statement: ast.stmt, own: str) -> bool:
    match statement:
        case ast.Assign([target], value) if attribute_of_self(target) == own:
            return not any(attribute_of_self(node) == own for node in walk(value))
        case ast.If(test, body, orelse):
            asked = any(attribute_of_self(node) == own for node in walk(test))
            return not asked and all(_sets_first(branch, own) for branch in (body, orelse))
    return False
