"""``def step(self)`` in an optimizer: MindSpore calls an optimizer with the gradients, and never that.

A base of our own runs step() with the gradients as ``p.grad`` and the learning rates as numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from mindport.document import Span
from mindport.findings.api import api_finding
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.own_steps import (
    BASE,
    OPTIMIZER,
    has_own_step,
    inner_optimizer,
    overrides_step,
    runs_own_step,
    was_moved,
)
from mindport.symbols.uses import Use
from mindport.symbols.values import ClassInfo
from mindport.texts import Text, join

STEP = f"{OPTIMIZER}.step"
HELPER = f"helper.{BASE}"
MESSAGE = Text(
    "MindSpore calls an optimizer with the gradients, and never its step(); a base runs it with "
    "them as grad of the parameters.",
    "MindSpore 以梯度调用优化器，不会调用其 step()；由一个基类运行它，并将梯度作为参数的 grad。",
)
CALLED = Text(
    "MindSpore calls an optimizer with the gradients: here with those that the parameters have as grad.",
    "MindSpore 以梯度调用优化器：此处传入各参数的 grad。",
)
INNER = Text("Call it with the gradients", "以梯度调用它")
TITLE = Text("Run the optimizer's own step", "运行优化器自己的 step")


def own_step_findings(site: Site) -> Iterator[Finding]:
    """Classes with a step of their own whose optimizer is a class of the user's without one."""
    bases = {use.node for use in site.bindings.uses if use.context == "base"}
    for info in site.bindings.classes:
        if info.node is None or not needs_own_step(info):
            continue
        if bases.isdisjoint(info.node.bases):
            span = site.document.name_span(info.node)
            fix = Fix(TITLE, "safe", (_edit(site, info.node),))
            yield Finding("MP306", "warning", STEP, HELPER, "certain", MESSAGE, span, fix)


def inner_step_findings(site: Site) -> Iterator[Finding]:
    """``self.base_optimizer.step()`` of an optimizer of the user's: it is called with what ``p.grad`` is."""
    for made in site.bindings.gradients:
        path, function = made.receiver, made.function
        owner = None if function is None else function.owner
        plain = made.name == "step" and not made.call.args and not made.call.keywords
        match path:
            case ast.Attribute(ast.Name("self"), attr=name) if plain and owner is not None:
                if inner_optimizer(owner, name):
                    span = site.document.span
                    given = (f"(tuple(p.grad for p in self.{name}.parameters))",)
                    edit = Edit(span(made.call), (span(path), *given))
                    at = Span(span(made.call.func).end - len("step"), span(made.call.func).end)
                    fix = Fix(INNER, "safe", (edit,))
                    yield Finding("MP306", "warning", STEP, None, "certain", CALLED, at, fix)


def optimizer_base_finding(site: Site, use: Use) -> Finding | None:
    """The finding for an optimizer of torch as a base, with the base that runs step() before it."""
    info = _class_of(site, use)
    found = api_finding(site, use)
    if info is None or info.node is None or not needs_own_step(info):
        return found
    if found is None or found.fix is None:
        return found
    edits = (_edit(site, info.node), *found.fix.edits)
    return replace(found, message=join(found.message, MESSAGE), fix=replace(found.fix, edits=edits))


def is_optimizer_base(site: Site, use: Use) -> bool:
    """Whether a class of the file derives from torch's optimizer here."""
    return use.context == "base" and site.api.is_subclass(use.symbol, OPTIMIZER)


def is_super_step(site: Site, use: Use) -> bool:
    """``super().step()`` where the base of our own takes it."""
    node, info = use.node, use.cls
    if not isinstance(node, ast.Attribute) or node.attr != "step" or info is None:
        return False
    if not site.api.is_subclass(use.symbol.removesuffix(".step"), OPTIMIZER):
        return False
    above = isinstance(node.value, ast.Call) and name_of(node.value.func) == "super"
    return above and overrides_step(info)


def clears_itself(use: Use) -> bool:
    """``self.zero_grad()`` of an optimizer whose base has it."""
    itself = isinstance(use.receiver, ast.Name) and use.receiver.id == "self"
    named = use.symbol.rpartition(".")[2] == "zero_grad"
    return named and itself and use.cls is not None and runs_own_step(use.cls)


def needs_own_step(info: ClassInfo) -> bool:
    """Whether the class is the first above torch's optimizer that says what a step is."""
    above = [base.info for base in info.bases if isinstance(base.info, ClassInfo)]
    if was_moved(info) or any(map(has_own_step, above)):
        return False
    return overrides_step(info) and runs_own_step(info)


def _class_of(site: Site, use: Use) -> ClassInfo | None:
    classes = (c for c in site.bindings.classes if c.node and use.node in c.node.bases)
    return next(classes, None)


def _edit(site: Site, node: ast.ClassDef) -> Edit:
    start = site.document.span(node.bases[0]).start
    return Edit(Span(start, start), (Name(HELPER), ", "))
