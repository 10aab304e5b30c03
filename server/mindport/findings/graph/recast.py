"""A name of the function's own for an attribute that is set to itself in another dtype, or on another
device: ``self.mask = self.mask.to(x.dtype)``."""

from __future__ import annotations

import ast

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.site import Site
from mindport.findings.training.layout import free_name, names_of_function
from mindport.nodes import attribute_of_self, lies_in
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Keep it in a name of the function's own", "改用函数内的局部变量")
CASTS = frozenset(
    {"astype", "bool", "contiguous", "cpu", "cuda", "double", "float", "half", "int", "long", "to",
     "type", "type_as"}
)  # fmt: skip


def recast_fix(site: Site, code: Compiled, function: Function, node: ast.AST) -> Fix | None:
    """The fix, where the function sets the attribute first of all, and no other compiled code reads
    it: the next call casts it again."""
    if not isinstance(node, ast.Assign) or node not in function.node.body or len(node.targets) > 1:
        return None
    own = attribute_of_self(node.targets[0])
    if own is None or not _is_cast(node.value, own):
        return None
    uses = [
        (one, inner)
        for one in code.functions
        for inner in one.nodes
        if isinstance(inner, ast.Attribute) and inner.attr == own and not lies_in(inner, node)
    ]
    if any(
        one is not function
        or attribute_of_self(inner) is None
        or not isinstance(inner.ctx, ast.Load)
        or inner.lineno < node.lineno
        for one, inner in uses
    ):
        return None
    name = free_name(own, names_of_function(function.node))
    places = [node.targets[0], *(inner for _, inner in uses)]
    return Fix(TITLE, "safe", tuple(Edit(site.document.span(one), (name,)) for one in places))


def _is_cast(node: ast.expr, own: str) -> bool:
    """``self.mask.to(x.dtype)``, also ``.. if self.mask is not None else None``."""
    match node:
        case ast.IfExp(ast.Compare(tested, [ast.IsNot()], [ast.Constant(None)]), body, other):
            is_none = isinstance(other, ast.Constant) and other.value is None
            kept = is_none or attribute_of_self(other) == own
            return attribute_of_self(tested) == own and kept and _is_cast(body, own)
        case ast.Call(ast.Attribute(inner, method)):
            return method in CASTS and (attribute_of_self(inner) == own or _is_cast(inner, own))
    return attribute_of_self(node) == own
