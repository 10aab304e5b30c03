"""Functions of the user's that compute a loss of what they are given, and differentiate it themselves."""

from __future__ import annotations

import ast

from mindport.nodes import find, name_of
from mindport.symbols.given_losses import OPTIMIZER, given_loss
from mindport.symbols.values import FunctionInfo

DIFFERENTIATE = frozenset({"backward", "value_and_grad"})


def loss_reads(function: FunctionInfo) -> frozenset[str]:
    """The parameters that may take part in such a loss; kept for when the body is gone."""
    if function.loss_reads is None:
        node = function.node
        found = _loss_reads(node) if isinstance(node, ast.FunctionDef) else frozenset()
        function.loss_reads = found
    return function.loss_reads


def _loss_reads(node: ast.FunctionDef) -> frozenset[str]:
    calls = [call for call in find(node, ast.Call) if name_of(call.func) in DIFFERENTIATE]
    if not calls or given_loss(node) is not None:
        return frozenset()
    last = max(call.lineno for call in calls)
    names = {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)} - {"self"}
    read = {n.id for n in find(node, ast.Name) if isinstance(n.ctx, ast.Load) and n.lineno <= last}
    return frozenset(name for name in names & read if not OPTIMIZER.search(name))
