"""Packages that do what torch does, faster, and cannot be imported where there is no torch.

``try: from apex.normalization import FusedLayerNorm as LayerNorm`` and ``except ImportError: from
torch.nn import LayerNorm``: what the handler makes is what such names stand for in MindSpore.
"""

from __future__ import annotations

import ast

from mindport.nodes import find, name_of

KERNELS = frozenset({"apex", "flash_attn", "liger_kernel", "transformer_engine", "xformers"})
ABSENT = frozenset({"ImportError", "ModuleNotFoundError", "Exception"})


def fails_without_torch(node: ast.Try) -> bool:
    """Whether a ``try`` imports such a package, so that its only handler runs instead."""
    if len(node.handlers) != 1 or not any(_is_of_kernels(statement) for statement in node.body):
        return False
    handler = node.handlers[0]
    return handles_absence(handler) and not find(handler, ast.Raise)


def handles_absence(handler: ast.ExceptHandler) -> bool:
    """Whether a handler runs where a package is absent."""
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or name_of(kind) in ABSENT for kind in kinds)


def _is_of_kernels(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Import):
        return any(alias.name.partition(".")[0] in KERNELS for alias in statement.names)
    if not isinstance(statement, ast.ImportFrom) or statement.level:
        return False
    return (statement.module or "").partition(".")[0] in KERNELS
