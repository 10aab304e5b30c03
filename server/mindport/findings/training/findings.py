"""One finding for each function or module that trains: a fix for all of it, or what is in the way."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training.code import Code, Root
from mindport.findings.training.edits import plan_edits
from mindport.findings.training.events import CLIPS, OTHERS, Event, events_of
from mindport.findings.training.facts import Facts
from mindport.findings.training.model import Plan
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.plan import plan_of
from mindport.report import Finding, Fix
from mindport.symbols.uses import MethodCall, Use
from mindport.texts import Text, join

MESSAGE = Text(
    "torch accumulates gradients on tensors; MindSpore differentiates functions: the forward pass "
    "becomes a function, value_and_grad gives its gradients, and the optimizer is called with them.",
    "torch 在张量上累积梯度，MindSpore 对函数求导：将前向计算写成函数，由 value_and_grad 给出梯度，"
    "再用梯度调用优化器。",
)
TITLE = Text("Differentiate the forward pass as a function", "改为对前向函数求导")


def training_findings(site: Site) -> tuple[list[Finding], set[ast.AST]]:
    """The findings, and the calls of which they speak, so that no other finding does."""
    calls = site.bindings.gradients
    if not calls:
        return [], set()
    facts = Facts.of(site)
    found: list[Finding] = []
    spoken: set[ast.AST] = set()
    for root in _roots(site, calls):
        code = Code(root)
        mine = [call for call in calls if _root(site, call) is root]
        uses = [
            use
            for use in site.bindings.uses
            if use.symbol in (*CLIPS, *OTHERS) and _root(site, use) is root
        ]
        events = events_of(site, code, mine, uses)
        if not events:
            continue
        spoken |= {event.call for event in events}
        found.append(_finding(site, plan_of(facts, code, events), events))
    return found, spoken


def _roots(site: Site, calls: list[MethodCall]) -> Iterator[Root]:
    yield from dict.fromkeys(_root(site, call) for call in calls)


def _root(site: Site, item: MethodCall | Use) -> Root:
    node = None if item.function is None else item.function.node
    assert site.document.tree is not None
    return site.document.tree if node is None else node


def _finding(site: Site, plan: Plan, events: list[Event]) -> Finding:
    anchor = next((e for e in events if e.kind == "backward"), events[0])
    end = site.document.span(anchor.call.func).end
    name = getattr(anchor.call.func, "attr", getattr(anchor.call.func, "id", ""))
    span = Span(end - len(name), end)
    if plan.obstacles:
        message = join(MESSAGE, _told(plan.obstacles))
        return Finding("MP306", "error", anchor.symbol, None, "certain", message, span)
    caution = _told(plan.doubts) if plan.doubts else None
    applicability = "unsafe" if plan.doubts else "safe"
    fix = Fix(TITLE, applicability, plan_edits(site, plan), caution)  # type: ignore[arg-type]
    message = join(MESSAGE, caution)
    return Finding(
        "MP306", "warning", anchor.symbol, "mindspore.value_and_grad", "certain", message, span, fix
    )


def _told(obstacles: tuple[Obstacle, ...]) -> Text:
    en = "; ".join(f"line {o.line}: {o.text.en}" for o in obstacles)
    zh = "；".join(f"第 {o.line} 行：{o.text.zh}" for o in obstacles)
    return Text(f"In the way: {en}.", f"需要处理：{zh}。")
