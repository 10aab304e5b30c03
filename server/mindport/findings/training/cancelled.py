"""``if "prototypes" in name: p.grad = None`` between backward and step: the step leaves these alone.

torch's optimizers leave a parameter without a gradient as it is, its momentum and its count of steps,
too. MindSpore's are given None in its place, and those of the helpers do the same with it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from mindport.findings.training.holders import constructions
from mindport.findings.training.model import Accumulation, Draft, GradientLoop, statement_of
from mindport.symbols.cancelled import cancels_in
from mindport.symbols.thawed import leaves_frozen, makers


def cancelling(loop: GradientLoop) -> ast.Assign | None:
    """The statement of a loop that takes gradients away, if that is all that it does with them."""
    if not isinstance(loop.around, ast.For) or loop.reader is not None or len(loop.reads) != 1:
        return None
    found = cancels_in(loop.around)
    return found if found is not None and found.targets == [*loop.reads] else None


def refused(
    draft: Draft, loops: Collection[GradientLoop], added: Accumulation | None
) -> Iterator[ast.AST]:
    """The loops that take gradients away where the step would not leave the parameters alone, or
    something reads the gradients behind them."""
    tree = draft.facts.site.document.tree
    assert tree is not None
    others = draft.facts.site.beside.freezing
    for loop in loops:
        if cancelling(loop) is None:
            continue
        update, line = loop.update, getattr(loop.around, "lineno", 0)
        if update is None or added is not None or len(update.losses) != 1:
            yield loop.around
            continue
        made = [call for call, _ in constructions(draft.facts, draft.code, update.optimizer)]
        calls = made or list(makers(tree))
        between = [getattr(o.around, "lineno", 0) for o in loops if o.update is update]
        between += [statement_of(clip).lineno for clip in update.clips]
        step = update.step
        special = (step.through, step.takes_more, step.in_part, step.hand, step.given)
        plain = not any(special)
        alone = len(update.losses[0].optimizers) == 1 and max(between) == line and plain
        if not alone or not calls or not all(leaves_frozen(tree, call, others) for call in calls):
            yield loop.around
