"""``def step(self): ...; self.optimizer.step()`` of a class around an optimizer: it takes the gradients."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.document import Span
from mindport.findings.dropped import whole_lines
from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.changed_gradients import changes_gradients
from mindport.findings.training.clip_edits import clipping
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event, clipped_by
from mindport.findings.training.forms import odd_clip
from mindport.findings.training.function_edits import MOVED_AWAY
from mindport.findings.training.layout import (
    behind_blanks,
    free_name,
    indentation_of,
    names_of_function,
    shares_line,
)
from mindport.findings.training.parameter_loops import Header, groups_of, header_edits
from mindport.findings.training.shared_readers import TAKES
from mindport.nodes import names_bound
from mindport.report import Edit, Fix
from mindport.symbols.stepping import CLEARS, COPIED, clips_of, loops_of, stepping
from mindport.texts import Text, join

GOES = Text("Remove what clears gradients", "删除清除梯度的方法")


def wrapper_method(site: Site, code: Code, events: Sequence[Event]) -> Fix | None:
    """The fix of a method that steps the optimizer of its object, or clears its gradients."""
    method = code.root
    if not isinstance(method, ast.FunctionDef):
        return None
    clips = [event for event in events if event.kind == "clip"]
    others = [event for event in events if event not in clips]
    if len(others) != 1 or {clip.call for clip in clips} - set(clips_of(method)):
        return None
    if any(True for clip in clips for _ in odd_clip(clip)):
        return None
    owner = site.owner_of(method)
    if owner is None or method.name not in stepping(owner) or "grads" in names_bound(method):
        return None
    assert owner.node is not None
    document, (event,) = site.document, others
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
    edits = [Edit(Span(parameter, parameter), (", grads",)), stepped]
    loops = list(loops_of(owner.node, method))
    for first in [one for one in method.body if loops and changes_gradients(one)][:1]:
        if shares_line(document, first):
            return None
        line = f"{document.newline}{indentation_of(document, first)}"
        at = document.span(first).start
        edits.append(Edit(Span(at, at), (COPIED.format("grads"), line)))
    for loop in loops:
        header = Header(loop.target, loop.iterated, "parameters", loop.target, loop.iterated, "")
        one = free_name("grad", names_of_function(method))
        edits += header_edits(document, header, ast.unparse(loop.iterated), ("grads",), one)
        edits += (Edit(document.span(read), (one,)) for read in loop.reads)
    for clip in clips:
        edits.append(
            Edit(document.span(clip.call), ("grads = ", *clipping(document, clip, "grads")))
        )
        listed = clipped_by(clip.call)
        held = event.on or ""
        if listed is not None and groups_of(listed) != held:
            caution = join(caution, told.holds_parameters(held, ast.unparse(listed)))
    return Fix(TAKES, "unsafe", tuple(edits), caution)
