"""``grads = torch.autograd.grad(loss, weights)``, ``w.grad = g`` and a step: ``loss.backward()`` and the step.

The gradients that an optimizer is given by hand are those that backward leaves there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.derivatives import GRAD
from mindport.findings.training.events import Event
from mindport.findings.training.holders import constructions, holds_just
from mindport.findings.training.layout import shares_line
from mindport.findings.training.model import Draft
from mindport.findings.training.names import own_nodes, path_of
from mindport.findings.training.parameter_loops import networks_in
from mindport.report import Edit, Fix, Moved
from mindport.texts import Text

TITLE = Text(
    "Call backward instead of giving the gradients by hand", "改为调用 backward，而不是手动设置梯度"
)
KNOWN = frozenset({"create_graph", "retain_graph", "allow_unused"})
COPIES = frozenset({"clone", "detach"})


def put_gradients(site: Site, draft: Draft) -> Fix | None:
    """The fix for the one ``autograd.grad`` of a function whose gradients go to an optimizer that way."""
    asked = [e for e in draft.events if e.symbol == GRAD and e.statement is not None]
    steps = [event for event in draft.events if event.kind == "step"]
    if draft.of("backward") or len({step.on for step in steps}) != 1:
        return None
    for event in asked:
        found = _put(draft, event)
        if found is None:
            continue
        loop, weights = found
        step = next((s for s in steps if s.call.lineno > loop.lineno), None)
        holds = False if step is None else _holds(draft, step, weights)
        if step is None or holds is False:
            continue
        caution = None
        if holds is None:
            text = told.holds_parameters(step.on or "", ast.unparse(weights))
            caution = told.told_together([told.Obstacle(event.call, text)])
        edits = tuple(_edits(site, event, loop, step))
        return Fix(TITLE, "unsafe" if caution else "safe", edits, caution, rearranges=True)
    return None


def _put(draft: Draft, event: Event) -> tuple[ast.For, ast.expr] | None:
    """The loop that gives each weight its gradient, and what lists the weights."""
    call, statement = event.call, event.statement
    if statement is None or {k.arg for k in call.keywords} - KNOWN or len(call.args) != 2:
        return None
    weights = call.args[1]
    place = draft.code.place(statement)
    match statement:
        case ast.Assign([ast.Name(grads)], value) if value is call:
            loop: ast.stmt | None = next(iter(place.block[place.index + 1 :]), None)
            reads = [n for n in own_nodes(draft.code.root) if isinstance(n, ast.Name)]
            once = [n.id for n in reads].count(grads) == 2
        case ast.For(iter=ast.Call(args=[_, given])) if given is call:
            loop, once, grads = statement, True, ""
        case _:
            return None
    document = draft.facts.site.document
    whole = Span(document.span(statement).start, document.span(loop or statement).end)
    if "#" in document.text[whole.start : whole.end] or shares_line(document, statement):
        return None
    match loop:
        case ast.For(
            ast.Tuple([ast.Name(one), ast.Name(other)]),
            ast.Call(ast.Name("zip"), [listed, given], []),
            [ast.Assign([ast.Attribute(ast.Name(target), "grad")], value)],
            [],
        ) if (one, other) == (target, _copied(value)):
            is_ours = given is call or (isinstance(given, ast.Name) and given.id == grads)
            same = ast.dump(listed) == ast.dump(weights)
            return (loop, weights) if is_ours and same and once else None
    return None


def _copied(value: ast.expr) -> str:
    """``g`` of ``g``, ``g.clone()`` and ``g.detach()``."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        if value.args or value.keywords or value.func.attr not in COPIES:
            return ""
        value = value.func.value
    return value.id if isinstance(value, ast.Name) else ""


def _holds(draft: Draft, step: Event, weights: ast.expr) -> bool | None:
    """Whether an optimizer holds just these weights; None: not seen."""
    made = [call for call, _ in constructions(draft.facts, draft.code, step.on or "")]
    given = [call.args[0] for call in made if call.args]
    path = path_of(weights)
    if path is not None and made and [path_of(one) for one in given] == [path] * len(made):
        return True
    networks = networks_in(weights, draft.facts.parameters)
    return None if networks is None else holds_just(draft, step.on or "", networks)


def _edits(site: Site, event: Event, loop: ast.For, step: Event) -> Iterator[Edit]:
    document, statement = site.document, event.statement
    assert statement is not None
    loss = Moved(document.span(event.call.args[0]), operand=True)
    start = document.span(statement).start
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    line = (f"{step.on}.zero_grad(){document.newline}{blanks}", loss, ".backward()")
    yield Edit(Span(start, document.span(loop).end), line)
