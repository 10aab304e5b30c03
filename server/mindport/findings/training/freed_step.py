"""``with torch.no_grad(): loss.backward(); optimizer.step()``: the block stops nothing of the step.

Backward differentiates what was recorded before, and MindSpore records nothing outside of
value_and_grad, so the block goes.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.findings.blocks import block_edits
from mindport.findings.gradmode import NO_GRAD
from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event
from mindport.findings.training.names import bound_names, read_names
from mindport.report import Fix
from mindport.texts import Text

TITLE = Text("Take the step out of the no_grad block", "将更新步骤移出 no_grad 块")


def freed_step(site: Site, code: Code, events: Sequence[Event]) -> Fix | None:
    """The fix that dissolves a block around a backward call, if what it differentiates stands
    before the block."""
    for use in site.bindings.uses:
        block = use.statement
        if use.symbol not in NO_GRAD or use.context != "with" or not isinstance(block, ast.With):
            continue
        inside = [
            e for e in events if e.statement is not None and code.holds(block.body, e.statement)
        ]
        backward = [event for event in inside if event.kind == "backward"]
        if not backward or len(block.items) != 1:
            continue
        bound = {name for statement in block.body for name in bound_names(statement)}
        if any(e.receiver is None or bound & read_names(e.receiver) for e in backward):
            continue
        if any(_computes(event) for event in backward):
            continue
        edits = block_edits(site.document, block, use)
        if edits is not None:
            return Fix(TITLE, "safe", edits, rearranges=True)
    return None


def _computes(event: Event) -> bool:
    """Whether the loss itself is computed there: it would have no gradient in torch."""
    assert event.receiver is not None
    return any(isinstance(node, ast.Call | ast.BinOp) for node in ast.walk(event.receiver))
