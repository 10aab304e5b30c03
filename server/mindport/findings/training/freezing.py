"""Parameters that are frozen after their optimizer was made: MindSpore would go on with zeros."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.training import obstacles as told
from mindport.findings.training.model import Draft
from mindport.findings.training.obstacles import Obstacle


def frozen_later(draft: Draft) -> Iterator[Obstacle]:
    """Where this function freezes something behind the place at which it makes an optimizer.

    torch skips parameters without a gradient; with one of zeros, momentum and weight decay go on.
    """
    made = [
        node.lineno
        for node in ast.walk(draft.code.root)
        if isinstance(node, ast.Call)
        and draft.facts.symbols.get(node.func, "").startswith("torch.optim.")
        and "lr_scheduler" not in draft.facts.symbols.get(node.func, "")
    ]
    if not made and isinstance(draft.code.root, ast.Module):
        return
    first = min(made, default=0)
    for node in ast.walk(draft.code.root):
        if _freezes(node) and node.lineno > first:  # type: ignore[attr-defined]
            yield Obstacle(node, told.FROZEN_LATER)


def _freezes(node: ast.AST) -> bool:
    if not isinstance(node, ast.Attribute):
        return False
    return node.attr == "requires_grad_" or (
        node.attr == "requires_grad" and isinstance(node.ctx, ast.Store)
    )
