"""Where ``x.data`` is read in what becomes a function, and where that can be cut off instead."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from mindport.findings.training.model import Draft
from mindport.findings.training.names import path_of


def data_reads(
    draft: Draft, statements: Sequence[ast.stmt], receivers: Sequence[ast.expr]
) -> set[ast.AST]:
    """Where ``.data`` is read of a tensor: of what is known to be one, or carries a graph."""
    held = draft.graphs.after(statements, {})
    symbols = draft.facts.symbols
    return {
        node
        for part in (*statements, *receivers)
        for node in ast.walk(part)
        if isinstance(node, ast.Attribute)
        and node.attr == "data"
        and (
            symbols.get(node) == "torch.Tensor.data"
            or isinstance(node.value, ast.Call)
            or path_of(node.value) in held
        )
    }


def cuts_of(nodes: Sequence[ast.AST], data: Collection[ast.AST]) -> Iterator[ast.Attribute]:
    """``x.data`` that is handed on: what is made of it cannot change ``x``."""
    for node in (inner for part in nodes for inner in ast.walk(part)):
        if isinstance(node, ast.Call):
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                if isinstance(argument, ast.Attribute) and argument in data:
                    yield argument
