"""One finding for each function or module that trains: a fix for all of it, or what is in the way."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from mindport.document import Span
from mindport.findings.autocasts import AUTOCAST, waiting
from mindport.findings.blocks import block_edits
from mindport.findings.chosen_modes import SWITCH, switched_mode
from mindport.findings.gradmode import MODES, NO_GRAD
from mindport.findings.site import Site
from mindport.findings.training.apart import apart_gradients
from mindport.findings.training.apex_branches import TITLE as APEX
from mindport.findings.training.apex_branches import apex_branches
from mindport.findings.training.called_cancels import called_cancels
from mindport.findings.training.called_steps import called_step
from mindport.findings.training.closures import closure_plan, closures_of
from mindport.findings.training.code import Code, Root
from mindport.findings.training.common_beginnings import common_beginning
from mindport.findings.training.computed_anew import TITLE as ANEW
from mindport.findings.training.computed_anew import computed_anew
from mindport.findings.training.derivative_findings import (
    calls_on_gradients,
    derived_in,
    input_gradient_findings,
    read_findings,
)
from mindport.findings.training.derivatives import GRAD
from mindport.findings.training.divided_loss import TITLE as DIVIDED
from mindport.findings.training.divided_loss import divided_loss
from mindport.findings.training.early_test import TITLE as EARLY
from mindport.findings.training.early_test import early_test
from mindport.findings.training.edits import plan_edits
from mindport.findings.training.events import CLIPS, Event
from mindport.findings.training.extended_lists import TITLE as EXTENDED
from mindport.findings.training.extended_lists import extended_lists
from mindport.findings.training.facts import Facts
from mindport.findings.training.freed_step import freed_step
from mindport.findings.training.given_graphs import handed_graph_findings
from mindport.findings.training.given_steps import given_plan, rule_of
from mindport.findings.training.leaves import marking_nodes, optimized_leaves
from mindport.findings.training.left_for_steps import left_for_step, with_left
from mindport.findings.training.model import Draft, Plan, statement_of
from mindport.findings.training.named_loss import TITLE as NAMED
from mindport.findings.training.named_loss import named_loss
from mindport.findings.training.named_modes import TITLE as MODE
from mindport.findings.training.named_modes import named_modes
from mindport.findings.training.obstacles import (
    BEFORE_THE_LOOP,
    IN_GRAPH_MODE,
    IN_THE_WAY,
    LEFT_BY_OTHERS,
    NO_GRAD_BEFORE,
    NO_GRAD_INSIDE,
    NOT_CLEARED,
    TO_CHECK,
    Obstacle,
    other,
    told_together,
)
from mindport.findings.training.own_updaters import events_for_functions
from mindport.findings.training.parameter_loops import Header
from mindport.findings.training.plan import plan_of
from mindport.findings.training.put_gradients import TITLE as GIVEN
from mindport.findings.training.put_gradients import put_gradients
from mindport.findings.training.roots import events_in, root_of
from mindport.findings.training.shared_lines import TITLE as SEPARATE
from mindport.findings.training.shared_lines import separate_lines
from mindport.findings.training.shared_readers import shared_findings, ungiven_findings
from mindport.findings.training.stops import kept_by
from mindport.findings.training.sunk_forward import sunk_forward
from mindport.findings.training.tried_clips import TITLE as TRIED
from mindport.findings.training.tried_clips import tried_clips
from mindport.findings.training.unasked import unasked_findings
from mindport.findings.training.uncalled_clears import uncalled_clears
from mindport.findings.training.undeleted import TITLE as KEPT
from mindport.findings.training.undeleted import undeleted
from mindport.findings.training.unnested import TITLE as UNNESTED
from mindport.findings.training.unnested import unnested
from mindport.findings.training.unrolled import TITLE as UNROLLED
from mindport.findings.training.unrolled import unrolled
from mindport.findings.training.wrapper_methods import wrapper_method
from mindport.nodes import name_of
from mindport.report import Finding, Fix
from mindport.symbols.uses import MethodCall, Use
from mindport.texts import Text, join

MESSAGE = Text(
    "torch accumulates gradients on tensors; MindSpore differentiates functions: the forward pass "
    "becomes a function, value_and_grad gives its gradients, and the optimizer is called with them.",
    "torch 在张量上累积梯度，MindSpore 对函数求导：将前向计算写成函数，由 value_and_grad 给出梯度，"
    "再用梯度调用优化器。",
)
BY_FUNCTION = Text(
    "Here a function of your own updates the parameters by their .grad, which MindSpore's have not: "
    "let it take the gradients.",
    "此处由自定义函数根据参数的 .grad 进行更新，而 MindSpore 的参数没有 .grad：请让该函数接收梯度。",
)
MOVES = Text("The step goes to where the loss is computed.", "更新步骤将移到计算损失的位置。")
# What stands in the way until a derivative is rewritten that comes first.
BEFORE_IT = frozenset({other(GRAD), NO_GRAD_BEFORE})
TITLE = Text("Differentiate the forward pass as a function", "改为对前向函数求导")


def training_findings(site: Site) -> tuple[list[Finding], set[ast.AST]]:
    """The findings, and the calls of which they speak, so that no other finding does."""
    calls, bindings = site.bindings.gradients, site.bindings
    optimized = {node for leaf in optimized_leaves(site) for node in marking_nodes(site, leaf)}
    is_torchs = bindings.has_torch or bindings.borrowed or "mindspore" in site.document.text
    asked = any(use.symbol == GRAD for use in bindings.uses)
    shared, read = shared_findings(site)
    cleared, clearing = uncalled_clears(site)
    shared, read = [*shared, *cleared], read | clearing
    if not (calls or asked) or not is_torchs:
        unasked = unasked_findings(site)
        handed = handed_graph_findings(site)
        found = [*shared, *handed, *unasked.values(), *ungiven_findings(site, ())]
        return found, {*unasked, *optimized, *read}
    facts = Facts.of(site)
    derived = derived_in(site, facts)
    handed = handed_graph_findings(site, facts)
    found, spoken = [*shared, *handed, *derived.findings], derived.spoken | optimized | read
    given: set[ast.AST] = set()
    codes = {root: Code(root) for root in _roots(site, calls)}
    events = {root: events_in(facts, code) for root, code in codes.items()}
    for root in (root for root in dict.fromkeys(_clipping(site)) if root not in codes):
        mine = events_in(facts, Code(root))
        moved = called_step(site, Code(root), {**events, root: mine})
        if moved is not None:
            spoken |= {event.call for event in mine}
            found.append(_moved(site, mine, moved))
    calls_left = {root: left_for_step(facts, root, events) for root in codes}
    left = {root: call for root, call in calls_left.items() if call is not None}
    closures, settled = closures_of(site, codes, events)
    spoken |= {event.call for event in settled}
    for root, code in codes.items():
        mine = [event for event in events[root] if event not in settled]
        if not mine:
            continue
        own = wrapper_method(site, code, mine)
        if own is not None:
            own = called_step(site, code, events) or own  # one of its own class calls it
            spoken |= {event.call for event in mine}
            found.append(_found(site, mine, own))
            continue
        beside = {other for other, one in closures.items() if one.step.in_part} | {root}
        others = [some for other, some in events.items() if other not in beside and some]
        by_functions = events_for_functions(code, mine)
        mine = [event for event in mine if event not in by_functions]
        spoken |= {event.call for event in by_functions}
        found += [_by_function(site, event) for event in by_functions]
        closure = closures.get(root)
        alone = None
        if closure is None and not any(event.hand and event.hand.in_place for event in mine):
            plain = [event for event in mine if event.hand is None]
            alone = input_gradient_findings(site, Draft(facts, code, plain, others), spoken)
        if alone is not None:
            found += with_left(alone, left[root]) if root in left else alone
            continue
        draft = Draft(facts, code, mine, others)
        apart = apart_gradients(draft) if closure is None else {}
        first = read_findings(site, draft, apart, apart, spoken)
        found += first
        mine = [event for event in mine if event not in apart]
        rule = rule_of(site, code)
        if closure is not None:
            plan = closure_plan(facts, code, mine, closure)
        elif rule is not None and any(event.kind == "step" for event in mine):
            plan = given_plan(Draft(facts, code, mine, others), rule)
        else:
            plan = plan_of(facts, code, mine, others)
        inside = [call for call in left.values() if code.statement(call) is not None]
        if inside and not plan.obstacles:
            plan = Plan(obstacles=tuple(Obstacle(call, NOT_CLEARED) for call in inside))
        blocks = dict(_mode_blocks(site, code, plan))
        spoken |= {event.call for event in mine}
        spoken |= set(kept_by(facts, plan.obstacles))
        spoken |= {read.node for read in plan.reads}
        spoken |= {node for loop in plan.loops for node in (*_replaced(loop.header), *loop.reads)}
        spoken |= {one for loop in plan.loops if loop.reader for one in loop.reader.places}
        for hand in (event.hand for event in mine if event.hand is not None):
            spoken |= {*hand.nodes, *(_replaced(hand.header) if hand.header else ())}
        spoken |= set(_made(facts, plan, mine))
        spoken |= {cut for loss in plan.losses for cut in loss.cuts}
        spoken |= {use.call for use in blocks.values() if use.call is not None}
        moved = named_modes(site, facts, code, plan) or extended_lists(site, code, plan)
        if closure is None:
            moved = moved or divided_loss(site, code, mine, plan.obstacles)
        if plan.obstacles and closure is None and (put := put_gradients(site, draft)) is not None:
            moved = put
            found = [one for one in found if not put.edits[0].span.contains(one.span)]
        if plan.obstacles and closure is None:
            moved = moved or freed_step(site, code, mine) or called_step(site, code, events, plan)
            moved = moved or apex_branches(site, code)
            moved = moved or common_beginning(site, code, mine)
            moved = moved or switched_mode(site, _stopping(site, plan))
            moved = moved or sunk_forward(site, code, mine, plan)
            moved = moved or separate_lines(site, code, plan.obstacles)
            moved = moved or early_test(site, code, mine, plan.obstacles)
            moved = moved or called_cancels(site, code, plan.obstacles)
            moved = moved or unrolled(site, code, plan.obstacles)
            moved = moved or unnested(site, code, plan.obstacles)
            moved = moved or tried_clips(site, code, plan.obstacles)
            moved = moved or undeleted(site, code, plan.obstacles)
            moved = moved or named_loss(site, code, mine, plan.obstacles)
            moved = moved or computed_anew(site, draft, plan.obstacles)
        before = first[0].fix if first else derived.fixes.get(root)
        awaited = frozenset().union(*(one.nodes for one in apart.values()))
        found.append(_finding(site, plan, mine, blocks, before, awaited, moved))
        if found[-1].fix is None:
            spoken |= set(calls_on_gradients(code))
        if found[-1].fix is not None:
            given |= {call for loop in plan.loops if loop.reader for call, _ in loop.reader.calls}
            spoken |= {change for event in mine if event.hand for change in event.hand.changes}
            for use in _autocasts(site, code, plan):
                if (later := waiting(site, use)) is not None:
                    found.append(later)
                    spoken.add(use.node)
    return [*found, *ungiven_findings(site, given)], spoken


def _stopping(site: Site, plan: Plan) -> list[Use]:
    """What stops gradients in the headers of blocks that stand in the way."""
    texts = (NO_GRAD_BEFORE, NO_GRAD_INSIDE)
    lines = {obstacle.line for obstacle in plan.obstacles if obstacle.text in texts}
    uses = (use for use in site.bindings.uses if use.symbol in NO_GRAD)
    return [use for use in uses if use.statement is not None and use.statement.lineno in lines]


def _made(facts: Facts, plan: Plan, events: list[Event]) -> Iterator[ast.AST]:
    """What makes the tensors that become Parameters: it needs no ``requires_grad`` any more."""
    leaves = [leaf for event in events if event.hand is not None for leaf in event.hand.leaves]
    for leaf in leaves if not plan.obstacles else ():
        for node in ast.walk(facts.updated[leaf].value):
            if isinstance(node, ast.Call) and any(k.arg == "requires_grad" for k in node.keywords):
                yield node.func


def _replaced(header: Header) -> list[ast.AST]:
    """What gives the parameters, if something else stands there afterwards."""
    return [] if header.form in ("named", "modules") else [header.listed]


def _roots(site: Site, calls: list[MethodCall]) -> Iterator[Root]:
    yield from dict.fromkeys(root_of(site, call) for call in calls)


def _clipping(site: Site) -> Iterator[Root]:
    """The functions that clip gradients."""
    for use in site.bindings.uses:
        if use.call is not None and use.symbol in CLIPS:
            yield root_of(site, use)


def _mode_blocks(site: Site, code: Code, plan: Plan) -> Iterator[tuple[ast.With, Use]]:
    """``with torch.set_grad_enabled(...):`` around what is rewritten: both go in one fix.

    Of nested ones the innermost; the others follow in the next round.
    """
    found = dict(_modes_around(site, code, plan))
    for block, use in found.items():
        if not any(other is not block and other in ast.walk(block) for other in found):
            yield block, use


def _modes_around(site: Site, code: Code, plan: Plan) -> Iterator[tuple[ast.With, Use]]:
    owners = {
        owner
        for loss in plan.losses
        for event in loss.backward
        for owner in code.owners(statement_of(event))
    }
    owners |= {stop.block for loss in plan.losses for stop in loss.stops}
    for use in site.bindings.uses:
        block = use.statement
        if use.symbol in MODES and isinstance(block, ast.With) and block in owners:
            alone = len(block.items) == 1 and use.call is block.items[0].context_expr
            if alone and block_edits(site.document, block, use) is not None:
                yield block, use


def _autocasts(site: Site, code: Code, plan: Plan) -> Iterator[Use]:
    """Blocks of half precision that become parts of functions, or may once more is rewritten."""
    inside = {node for loss in plan.losses for s in loss.statements for node in ast.walk(s)}
    for use in site.bindings.uses:
        block = use.statement
        if use.symbol not in AUTOCAST or not isinstance(block, ast.With):
            continue
        if block in inside or (plan.obstacles and code.knows(block)):
            yield use


def _anchor(site: Site, events: list[Event]) -> tuple[Event, Span]:
    anchor = next((e for e in events if e.kind == "backward"), events[0])
    if anchor.given is not None:
        span = site.document.span(anchor.given.loss)  # the call itself stays
        return anchor, Span(span.start, span.end + anchor.given.rule.keeps)
    end = site.document.span(anchor.call.func).end
    return anchor, Span(end - len(name_of(anchor.call.func)), end)


def _found(site: Site, events: list[Event], fix: Fix) -> Finding:
    """The finding of a method around an optimizer, which knows nothing of the loss."""
    anchor, span = _anchor(site, events)
    message = join(
        MESSAGE,
        TO_CHECK,
        told_together([Obstacle(anchor.call, fix.caution)]) if fix.caution else None,
    )
    return Finding(
        "MP306", "warning", anchor.symbol, "mindspore.value_and_grad", "certain", message, span, fix
    )


def _moved(site: Site, events: list[Event], fix: Fix) -> Finding:
    """The finding of what has to stand elsewhere, or on lines of its own, before it is rewritten."""
    anchor, span = _anchor(site, events)
    told_first = join(TO_CHECK, fix.caution) if fix.caution is not None else None
    moves = (
        None
        if fix.title
        in (
            MODE,
            SEPARATE,
            EARLY,
            UNROLLED,
            NAMED,
            EXTENDED,
            GIVEN,
            SWITCH,
            ANEW,
            APEX,
            UNNESTED,
            TRIED,
            KEPT,
            DIVIDED,
        )
        else MOVES
    )
    message = join(MESSAGE, moves, told_first)
    return Finding("MP306", "error", anchor.symbol, None, "certain", message, span, fix)


def _by_function(site: Site, event: Event) -> Finding:
    """The finding of a ``backward`` call whose gradients a function of the user's reads."""
    _, span = _anchor(site, [event])
    message = join(MESSAGE, BY_FUNCTION)
    return Finding("MP306", "error", event.symbol, None, "certain", message, span)


def _finding(
    site: Site,
    plan: Plan,
    events: list[Event],
    blocks: dict[ast.With, Use],
    first: Fix | None,
    awaited: Collection[ast.AST],
    moved: Fix | None,
) -> Finding:
    """``first`` is the fix of a derivative that has to be rewritten before, and takes ``awaited`` away.

    ``moved`` puts the events where the rest of the training step stands, or on lines of their own.
    """
    anchor, span = _anchor(site, events)
    left = {o.text for o in plan.obstacles if o.node not in awaited}
    if first is not None and left <= BEFORE_IT:
        return Finding(
            "MP306", "warning", anchor.symbol, "mindspore.value_and_grad", "certain", MESSAGE, span,
            first,
        )  # fmt: skip
    if moved is not None:
        return _moved(site, events, moved)
    if plan.obstacles:
        message = join(MESSAGE, IN_THE_WAY, told_together(plan.obstacles))
        others = any(obstacle.text == LEFT_BY_OTHERS for obstacle in plan.obstacles)
        return Finding(
            "MP306", "error", anchor.symbol, None, "certain", message, span, of_others=others
        )
    caution = join(TO_CHECK, told_together(plan.doubts)) if plan.doubts else None
    if site.target.mode == "GRAPH" and plan.losses:
        inside = any(loss not in plan.hoists for loss in plan.losses)
        caution = join(IN_GRAPH_MODE if inside else BEFORE_THE_LOOP, caution)
    edits = plan_edits(site, plan, list(blocks))
    for block, use in blocks.items():
        edits += block_edits(site.document, block, use) or ()
    fix = Fix(TITLE, "unsafe" if caution else "safe", edits, caution)
    message = join(MESSAGE, caution)
    return Finding(
        "MP306", "warning", anchor.symbol, "mindspore.value_and_grad", "certain", message, span, fix
    )
