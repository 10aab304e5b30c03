"""A Parameter that takes the place of a layer's (MP307): ``layer.weight = nn.Parameter(w)``.

The layer has its place in the network already, so MindSpore 2.10.0 names the new one "weight" alone;
an optimizer refuses the second of that name. With the name of the one before nothing changes.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from mindport.document import Span
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Moved
from mindport.symbols.uses import Use

SYMBOL = "torch.nn.Parameter"


def replaced_parameter(site: Site, use: Use, finding: Finding | None) -> Finding | None:
    """``finding`` with a fix that gives the new Parameter the name of the one in its place."""
    place = _replaced(use)
    if finding is None or finding.fix is None or place is None or use.call is None:
        return finding
    end = site.document.span(use.call).end - 1
    if any(edit.span.start <= end <= edit.span.end for edit in finding.fix.edits):
        return finding
    named = Edit(Span(end, end), (", name=", Moved(site.document.span(place)), ".name"))
    fix = replace(finding.fix, edits=(*finding.fix.edits, named))
    return replace(finding, fix=fix)


def _replaced(use: Use) -> ast.Attribute | None:
    """``layer.weight`` of another object than the one whose method this is; no layer lacks it."""
    statement = use.statement if use.symbol == SYMBOL else None
    match statement:
        case ast.Assign([ast.Attribute(owner, "weight") as place], value) if value is use.call:
            own = isinstance(owner, ast.Name) and owner.id == "self"
            return None if own else place
    return None
