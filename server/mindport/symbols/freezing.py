"""Statements that freeze what has parameters, or train it again: ``p.requires_grad = False``."""

from __future__ import annotations

import ast


def frozen_by(statement: ast.stmt) -> tuple[ast.expr, ast.expr] | None:
    """What a statement freezes or trains again, and by which flag: ``net`` and ``on`` of
    ``net.requires_grad_(on)``, which trains where nothing is given."""
    match statement:
        case ast.Assign([ast.Attribute(held, "requires_grad")], flag):
            return held, flag
        case ast.Expr(ast.Call(ast.Attribute(held, "requires_grad_"), given, keywords)):
            flags = [*given, *(keyword.value for keyword in keywords)]
            return held, flags[0] if flags else ast.Constant(True)
    return None


def truth_of(flag: ast.expr) -> bool | None:
    """The truth value that is written; None for anything else."""
    value = flag.value if isinstance(flag, ast.Constant) else None
    return value if isinstance(value, bool) else None


def trains_by_name(function: str) -> bool | None:
    """Whether ``unfreeze_backbone`` trains again; None for what is named for neither."""
    words = function.lower().replace("_", "")
    return "unfreeze" in words if "freeze" in words else None
