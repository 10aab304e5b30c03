"""``self.bias = None`` of a norm, which MindSpore's norms cannot do without (MP307).

In the norm's own constructor what it adds is still 0, and its scale 1: frozen, it changes nothing.
"""

from __future__ import annotations

import ast

from mindport.document import Span
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix, Severity
from mindport.symbols.members import NORM_LAYER
from mindport.symbols.uses import Use
from mindport.texts import Text

NAMES = {"weight": "gamma", "bias": "beta"}
FREEZE = Text("Freeze it", "冻结该参数")


def taken_away_finding(site: Site, use: Use) -> Finding | None:
    """The parameter of a norm that is given None, frozen where it was just made."""
    layer = (use.owner or "").removeprefix("torch.nn.")
    if not isinstance(use.node, ast.Attribute) or not NORM_LAYER.fullmatch(layer):
        return None
    match use.statement:
        case ast.Assign([target], ast.Constant(None) as nothing) if target is use.node:
            pass
        case _:
            return None
    name = NAMES.get(use.node.attr)
    if name is None:
        return None
    own = isinstance(use.node.value, ast.Name) and use.node.value.id == "self"
    is_new = own and use.function is not None and use.function.name == "__init__"
    end = site.document.span(use.node).end
    span = Span(end - len(use.node.attr), end)
    edits = (
        Edit(span, (f"{name}.requires_grad",)),
        Edit(site.document.span(nothing), ("False",)),
    )
    fix = Fix(FREEZE, "safe", edits) if is_new else None
    severity: Severity = "warning" if is_new else "error"
    return Finding("MP307", severity, use.symbol, None, use.confidence, _message(name), span, fix)


def _message(name: str) -> Text:
    return Text(
        f"MindSpore's norms need {name}. Freeze it in the norm's constructor, where it has no effect "
        f"yet: self.{name}.requires_grad = False.",
        f"MindSpore 的归一化层必须有 {name}。请在该层的构造函数中将其冻结（此时它尚不起作用）："
        f"self.{name}.requires_grad = False。",
    )
