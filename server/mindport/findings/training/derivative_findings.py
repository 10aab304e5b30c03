"""One finding for each derivative by inputs: a fix, or what is in the way."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from mindport.document import Span
from mindport.findings.second_derivatives import SECOND_DERIVATIVE
from mindport.findings.site import Site
from mindport.findings.training.called_steps import called_derivative
from mindport.findings.training.code import Code, Root
from mindport.findings.training.derivative_edits import derivative_edits
from mindport.findings.training.derivatives import GRAD, Derivative, derivative_of
from mindport.findings.training.early_test import early_test
from mindport.findings.training.events import Event
from mindport.findings.training.facts import Facts
from mindport.findings.training.input_gradients import input_gradients
from mindport.findings.training.layout import names_in
from mindport.findings.training.leaves import Leaf, marking_nodes
from mindport.findings.training.model import Draft
from mindport.findings.training.obstacles import (
    DERIVATIVE_FIRST,
    DERIVATIVE_IN_GRAPH,
    IN_THE_WAY,
    TO_CHECK,
    Obstacle,
    told_together,
)
from mindport.findings.training.roots import events_in, root_of
from mindport.findings.training.stops import kept_by
from mindport.report import Finding, Fix
from mindport.symbols.uses import Use
from mindport.texts import Text, join

MESSAGE = Text(
    "MindSpore differentiates functions: what lies between the inputs and the output becomes one, and "
    "grad or value_and_grad gives its derivatives.",
    "MindSpore 对函数求导：将从输入到输出的计算写成函数，由 grad 或 value_and_grad 给出导数。",
)
TITLE = Text("Differentiate a function by its inputs", "改为对函数的输入求导")


@dataclass(frozen=True)
class Derived:
    """The findings, the calls of which they speak, and the fix of each function's first one.

    Of several in a function one is rewritten at a time, as a later one differentiates it; until
    then that is the fix of the others, and of the training loop around them.
    """

    findings: list[Finding] = field(default_factory=list)
    spoken: set[ast.AST] = field(default_factory=set)
    fixes: dict[Root, Fix] = field(default_factory=dict)


def derived_in(site: Site, facts: Facts) -> Derived:
    """Every ``torch.autograd.grad`` of the file."""
    result = Derived()
    uses = [use for use in site.bindings.uses if use.symbol == GRAD and use.call is not None]
    for root in dict.fromkeys(root_of(site, use) for use in uses):
        code = Code(root)
        draft = Draft(facts, code, events_in(facts, code), [])
        found = {use: _found(draft, use) for use in uses if root_of(site, use) is root}
        good = [item for item in found.values() if isinstance(item, Derivative)]
        for name in dict.fromkeys(name for item in good for name in item.inputs):
            result.spoken.update(marking_nodes(site, Leaf(root, name)))
        if good:
            edits = derivative_edits(site, code, good[0].with_joined(good[1:]), names_in(site))
            result.fixes[root] = (
                Fix(TITLE, "unsafe", edits, SECOND_DERIVATIVE)
                if any(item.has_graph and item.weights is None for item in good)
                else Fix(TITLE, "safe", edits)
            )
        for use, item in found.items():
            result.spoken.add(use.node)
            moved = None
            if not isinstance(item, Derivative):
                result.spoken.update(kept_by(facts, item))
                moved = None if use.call is None else called_derivative(site, code, use.call, item)
            result.findings.append(_finding(site, use, item, result.fixes.get(root), moved))
    return result


def input_gradient_findings(site: Site, draft: Draft, spoken: set[ast.AST]) -> list[Finding] | None:
    """Those of a function which reads ``x.grad`` behind its ``backward`` calls, and steps nowhere."""
    found = input_gradients(draft)
    if found is None:
        return None
    spoken.update(event.call for event in draft.events)
    first = draft.of("backward")[0]
    if site.target.mode == "GRAPH":
        found = [Obstacle(first.call, DERIVATIVE_IN_GRAPH)]
    if isinstance(found, list):
        spoken.update(kept_by(draft.facts, found))
        spoken.update(calls_on_gradients(draft.code))
        moved = early_test(site, draft.code, draft.events, found)
        message = (
            join(MESSAGE, IN_THE_WAY, told_together(found))
            if moved is None
            else join(MESSAGE, TO_CHECK, moved.caution)
        )
        span = _name_span(site, first)
        return [Finding("MP306", "error", first.symbol, None, "certain", message, span, moved)]
    return read_findings(site, draft, draft.of("backward"), found, spoken)


def read_findings(
    site: Site,
    draft: Draft,
    events: Iterable[Event],
    found: Mapping[Event, Derivative],
    spoken: set[ast.AST],
) -> list[Finding]:
    """Those of ``backward`` calls whose ``x.grad`` is read: one that has no derivative of its own is
    rewritten with the one before."""
    taken = names_in(site)
    findings: list[Finding] = []
    for event in events:
        spoken.add(event.call)
        one = found.get(event)
        fix = None
        if one is not None:
            spoken.update(one.nodes)
            for name in one.inputs:
                leaf = Leaf(draft.code.root, name)
                spoken.update(marking_nodes(site, leaf, one.lines.get(name)))
            fix = Fix(TITLE, "safe", derivative_edits(site, draft.code, one, taken))
        fix = fix or findings[-1].fix  # it follows what is rewritten before
        span = _name_span(site, event)
        findings.append(
            Finding(
                "MP306", "warning", event.symbol, "mindspore.grad", "certain", MESSAGE, span, fix
            )
        )
    return findings


def calls_on_gradients(code: Code) -> Iterator[ast.Call]:
    """``x.grad.zero_()``: it stays torch's as long as the gradient is."""
    for node in code.expressions():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            held = node.func.value
            if isinstance(held, ast.Attribute) and held.attr == "data":
                held = held.value
            if isinstance(held, ast.Attribute) and held.attr == "grad":
                yield node


def _name_span(site: Site, event: Event) -> Span:
    end = site.document.span(event.call.func).end
    return Span(end - len("backward"), end)


def _found(draft: Draft, use: Use) -> Derivative | list[Obstacle]:
    if draft.facts.site.target.mode == "GRAPH":
        return [Obstacle(use.node, DERIVATIVE_IN_GRAPH)]
    return derivative_of(draft, use)


def _finding(
    site: Site,
    use: Use,
    found: Derivative | list[Obstacle],
    fix: Fix | None,
    moved: Fix | None,
) -> Finding:
    span = site.document.span(use.node)
    waits = not isinstance(found, Derivative) and {o.text for o in found} == {DERIVATIVE_FIRST}
    if fix is not None and (waits or isinstance(found, Derivative)):
        message = join(MESSAGE, fix.caution)
        return Finding(
            "MP306", "warning", GRAD, "mindspore.grad", use.confidence, message, span, fix
        )
    obstacles = [] if isinstance(found, Derivative) else found
    message = join(MESSAGE, IN_THE_WAY, told_together(obstacles))
    if moved is not None:
        message = join(MESSAGE, TO_CHECK, moved.caution)
    return Finding("MP306", "error", GRAD, None, use.confidence, message, span, moved)
