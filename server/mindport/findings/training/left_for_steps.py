"""``optimizer.zero_grad(); x = attack(net, x); loss.backward(); optimizer.step()``: the attack adds, too.

Its backward call leaves gradients on the network that the step takes; a derivative by the input does not.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mindport.findings.training.code import Root
from mindport.findings.training.events import Event
from mindport.findings.training.facts import Facts
from mindport.findings.training.names import path_of
from mindport.nodes import find, name_of
from mindport.report import Finding
from mindport.texts import Text, join


def left_for_step(
    facts: Facts, root: Root, events: Mapping[Root, Sequence[Event]]
) -> ast.Call | None:
    """A call of a function whose gradients a step behind it takes, as nothing clears them before."""
    own = events[root]
    kinds = [event.kind for event in own]
    if not isinstance(root, ast.FunctionDef) or "backward" not in kinds or "step" in kinds:
        return None
    if kinds[-1] == "zero":
        return None
    for other, theirs in events.items():
        steps = [event.call.lineno for event in theirs if event.kind == "step"]
        backward = [event.call.lineno for event in theirs if event.kind == "backward"]
        cleared = [event.call.lineno for event in theirs if event.kind == "zero"]
        for call in find(other, ast.Call) if other is not root and steps else ():
            if name_of(call.func) != root.name or not _is_given_network(facts, call):
                continue
            end = min((line for line in backward if line > call.lineno), default=0)
            if end and max(steps) > end and not any(call.lineno < z <= end for z in cleared):
                return call
    return None


def with_left(findings: Sequence[Finding], call: ast.Call) -> list[Finding]:
    """The findings of such a function, which stay until the gradients are cleared."""
    text = Text(
        f"Its backward call adds to the gradients that a step takes behind line {call.lineno}: clear them "
        "behind that line.",
        f"它的 backward 会累加到第 {call.lineno} 行之后的更新所用的梯度上：请在该行之后清除梯度。",
    )
    return [
        replace(one, fix=None, severity="error", message=join(one.message, text))
        if one.fix is not None
        else one
        for one in findings
    ]


def _is_given_network(facts: Facts, call: ast.Call) -> bool:
    """Whether a call may reach a network that is trained: it is given one, or its object has it."""
    given = {path_of(a) for a in (*call.args, *(k.value for k in call.keywords))}
    holder = path_of(call.func.value) if isinstance(call.func, ast.Attribute) else None
    return bool(given & facts.networks) or holder == "self"
