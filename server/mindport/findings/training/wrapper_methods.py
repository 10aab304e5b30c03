"""``def step(self): ...; self.optimizer.step()`` of a class around an optimizer: it takes the gradients."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.document import Span
from mindport.findings.dropped import whole_lines
from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event
from mindport.findings.training.function_edits import MOVED_AWAY
from mindport.findings.training.layout import behind_blanks, shares_line
from mindport.nodes import names_bound
from mindport.report import Edit, Fix
from mindport.symbols.stepping import CLEARS, stepping
from mindport.texts import Text

TAKES = Text("Take the gradients as an argument", "以参数接收梯度")
GOES = Text("Remove what clears gradients", "删除清除梯度的方法")


def wrapper_method(site: Site, code: Code, events: Sequence[Event]) -> Fix | None:
    """The fix of a method that steps the optimizer of its object, or clears its gradients."""
    method = code.root
    if not isinstance(method, ast.FunctionDef) or len(events) != 1:
        return None
    owner = site.owner_of(method)
    if owner is None or method.name not in stepping(owner) or "grads" in names_bound(method):
        return None
    assert owner.node is not None
    document, (event,) = site.document, events
    caution = told.moved_together(f"{owner.name}.{method.name}")
    if method.name == CLEARS:
        if len(owner.node.body) == 1 or shares_line(document, method):
            return None
        whole = whole_lines(document, document.span(method))
        edit = Edit(Span(whole.start, behind_blanks(document, whole.end)), MOVED_AWAY)
        return Fix(GOES, "unsafe", (edit,), told.nothing_clears(owner.name))
    call = event.call
    if not isinstance(call.func, ast.Attribute) or event.kind != "step":
        return None
    parameter = document.span(method.args.args[0]).end
    stepped = Edit(document.span(call), (document.span(call.func.value), "(grads)"))
    return Fix(TAKES, "unsafe", (Edit(Span(parameter, parameter), (", grads",)), stepped), caution)
