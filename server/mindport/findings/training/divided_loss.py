"""``loss = loss / n`` behind what looks at the loss: backward takes the quotient, the name keeps the loss.

What is looked at is then what the forward function gives beside the quotient, and the statements that look
at it, with the ``continue`` and ``return`` among them, stay in the loop.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Document, Span
from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event
from mindport.findings.training.layout import line_behind, shares_line
from mindport.findings.training.liveness import live_after
from mindport.findings.training.names import bound_names, read_names
from mindport.findings.training.obstacles import Obstacle
from mindport.knowledge.templates import is_atomic
from mindport.nodes import find, name_of
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Differentiate the quotient, and keep the loss", "对除后的值求导，并保留损失本身")
NUMBERS = frozenset({"item", "float", "isfinite", "isnan", "isinf"})
# Calls that may give a tensor that something else holds, too.
HELD = frozenset({"get", "pop", "view", "reshape", "squeeze", "flatten", "detach", "next", "contiguous", "to"})  # fmt: skip


def divided_loss(
    site: Site, code: Code, events: Sequence[Event], obstacles: Sequence[Obstacle]
) -> Fix | None:
    """The fix, where nothing else stands in the way than what looks at the loss before it is divided."""
    edits: list[Edit] = []
    between = set[ast.AST]()
    ours = {event.statement for event in events}
    for event in events:
        statement, loss = event.statement, _differentiated(event)
        if event.kind != "backward" or statement is None or loss is None:
            continue
        place = code.place(statement)
        before = [s for s in place.block[: place.index] if s not in ours]
        divisor = _divisor(before[-1], loss.id) if before else None
        if divisor is None or shares_line(site.document, before[-1]):
            continue
        binding = next((s for s in reversed(before[:-1]) if loss.id in bound_names(s)), None)
        made = _assignment(binding, loss.id)
        if binding is None or made is None:
            continue
        looking = before[before.index(binding) + 1 : -1]
        if not any(loss.id in read_names(one) for one in looking):
            continue
        if loss.id in live_after(code.root.body, place.block, place.index, ()):
            continue
        if isinstance(before[-1], ast.AugAssign) and not _is_alone(made, looking, loss.id):
            continue
        between |= {node for one in looking for node in ast.walk(one)}
        edits += _edits(site.document, before[-1], divisor, event, loss)
    if any(obstacle.node not in between for obstacle in obstacles):
        return None
    return Fix(TITLE, "safe", tuple(edits), rearranges=True) if edits else None


def _assignment(binding: ast.stmt | None, name: str) -> ast.Assign | None:
    """What gives a name its value, in a ``with`` as well: that of half precision."""
    while isinstance(binding, ast.With):
        binding = next((s for s in reversed(binding.body) if name in bound_names(s)), None)
    return binding if isinstance(binding, ast.Assign) else None


def _differentiated(event: Event) -> ast.Name | None:
    """The name in ``loss.backward()``, ``scaler.scale(loss).backward()``."""
    if event.given is not None or event.terms:
        return None
    match event.receiver:
        case ast.Name() as name:
            return name
        case ast.Call(func, [ast.Name() as name], []) if name_of(func) == "scale":
            return name
    return None


def _divisor(statement: ast.stmt, name: str) -> ast.expr | None:
    """What a statement divides a name by, which it then stands for."""
    match statement:
        case ast.Assign([ast.Name(target)], ast.BinOp(ast.Name(left), ast.Div(), divisor)) if (
            target == left == name
        ):
            return divisor
        case ast.AugAssign(ast.Name(target), ast.Div(), divisor) if target == name:
            return divisor
    return None


def _is_alone(made: ast.Assign, looking: Sequence[ast.stmt], name: str) -> bool:
    """Whether nothing else holds the tensor: it comes out of a call, and is only asked for its number."""
    asked = {
        node
        for statement in looking
        for call in find(statement, ast.Call)
        if name_of(call.func) in NUMBERS
        for node in (
            *call.args,
            *([call.func.value] if isinstance(call.func, ast.Attribute) else []),
        )
    }
    reads = [n for s in looking for n in find(s, ast.Name) if n.id == name]
    is_made = isinstance(made.value, ast.BinOp) or (
        isinstance(made.value, ast.Call) and name_of(made.value.func) not in HELD
    )
    is_one = len(made.targets) == 1 and isinstance(made.targets[0], ast.Name)
    return is_made and is_one and asked.issuperset(reads)


def _edits(
    document: Document, division: ast.stmt, divisor: ast.expr, event: Event, loss: ast.Name
) -> Iterator[Edit]:
    """The division goes, but for a comment behind it; backward takes the quotient."""
    span, line_end = document.span(division), line_behind(document, division)
    behind = document.text[span.end : line_end]
    if behind.strip():
        yield Edit(Span(span.start, line_end - len(behind.lstrip(" \t"))), ())
    else:
        yield Edit(Span(document.line_starts[document.line_of(span.start)], line_end), ())
    given = document.source(divisor)
    if not (isinstance(divisor, ast.Constant) or is_atomic(divisor)):
        given = f"({given})"
    text = f"{loss.id} / {given}"
    yield Edit(document.span(loss), (f"({text})" if event.receiver is loss else text,))
