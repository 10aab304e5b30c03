"""A Parameter that takes the place of a layer's (MP307): ``layer.weight = nn.Parameter(w)``.

The layer has its place in the network already, so MindSpore 2.10.0 names the new one "weight" alone;
an optimizer refuses the second of that name. With the name of the one before nothing changes.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from mindport.document import Span
from mindport.findings.families import GET, family_finding, is_of_some_layer
from mindport.findings.site import Site
from mindport.findings.training.facts import lineage
from mindport.nodes import find
from mindport.report import Edit, Finding, Moved, Name, Piece
from mindport.symbols.assignments import only_value
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, ClassInfo, Value

SYMBOL, MODULE = "torch.nn.Parameter", "torch.nn.Module"


def replaced_parameter(site: Site, use: Use, finding: Finding | None) -> Finding | None:
    """``finding`` with a fix that gives the new Parameter the name of the one in its place."""
    place = _replaced(site, use)
    if finding is None or finding.fix is None or place is None or use.call is None:
        return finding
    end = site.document.span(use.call).end - 1
    if any(edit.span.start <= end <= edit.span.end for edit in finding.fix.edits):
        return finding
    named = Edit(Span(end, end), (", name=", *_before(site, place), ".name"))
    fix = replace(finding.fix, edits=(*finding.fix.edits, named))
    return replace(finding, fix=fix)


def _before(site: Site, place: ast.Attribute) -> tuple[Piece, ...]:
    """The parameter that is replaced: of a layer that may be any, by that layer's name for it."""
    stored = next((use for use in site.bindings.uses if use.node is place), None)
    if stored is not None and is_of_some_layer(site, stored) and family_finding(site, stored):
        layer = site.document.span(place.value)
        return (Name(GET), "(", Moved(layer), f', "{place.attr}")')
    return (Moved(site.document.span(place)),)


def _replaced(site: Site, use: Use) -> ast.Attribute | None:
    """``layer.weight`` of another object than the one whose method this is, if it has one."""
    statement = use.statement if use.symbol == SYMBOL else None
    match statement:
        case ast.Assign([ast.Attribute(owner, "weight" | "bias" as name) as place], value) if (
            value is use.call
        ):
            own = isinstance(owner, ast.Name) and owner.id == "self"
            sure = name == "weight" or _is_read(site, use, place)
            return None if own or not sure or _lacks(_value(site, use, owner), name) else place
    return None


def _is_read(site: Site, use: Use, place: ast.Attribute) -> bool:
    """Whether a function also reads what it replaces, so that it is there: a bias may be None."""
    within = site.document.tree if use.function is None else use.function.node
    text = ast.unparse(place)
    return within is not None and any(
        isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Attribute)
        and ast.unparse(node.value) == text
        and node.lineno < place.lineno
        for node in find(within, ast.Attribute)
    )


def _value(site: Site, use: Use, owner: ast.expr) -> Value:
    """What a name stands for that is given one value; else unknown."""
    within = site.document.tree if use.function is None else use.function.node
    if not isinstance(owner, ast.Name) or within is None:
        return UNKNOWN
    made = only_value(owner.id, within)
    return UNKNOWN if made is None else site.bindings.values.get(made, UNKNOWN)


def _lacks(value: Value, name: str) -> bool:
    """Whether an object is none of torch's layers, and none of a class that gives it a weight."""
    if value.kind == "object" and isinstance(value.info, ClassInfo):
        classes = lineage(value.info)
        return classes is not None and not any(_has(info, name) for info in classes)
    return value.kind == "instance" and value.name == MODULE


def _has(info: ClassInfo, name: str) -> bool:
    """Whether a class sets ``self.weight``, or a layer of torch is its base."""
    if any(base.kind == "torch" and base.name != MODULE for base in info.bases):
        return True
    nodes = () if info.node is None else find(info.node, ast.Attribute)
    return any(node.attr == name and isinstance(node.ctx, ast.Store) for node in nodes)
