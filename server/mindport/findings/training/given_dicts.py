"""Dicts that a differentiated function gives beside its loss, which graph mode is to take apart."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.training.model import Draft
from mindport.findings.training.names import own_nodes
from mindport.symbols.values import UNKNOWN, argument_kind

OF_DICTS = frozenset({"items", "keys", "values"})
NESTED = frozenset({"mapping", "none"})


def dicts_among(
    draft: Draft, statements: Sequence[ast.stmt], names: Sequence[str]
) -> tuple[str, ...]:
    """Those of ``names`` that graph mode gives as keys and values: dicts, where ``statements`` read one.

    MindSpore 2.10.0 seldom differentiates ``loss = sum(parts.values()); return loss, parts``: an
    operation is given a tuple for a tensor, and "Function in output is not supported" where the
    loss is an item. It takes a dict that was handed through unread, and tuples of keys and of
    values; but none with a dict or None among the values.
    """
    if draft.facts.site.target.mode != "GRAPH":
        return ()
    inner = [node for statement in statements for node in ast.walk(statement)]
    if not any(asked_dict(node) or any(_is_dict(draft, n) for n in _reads(node)) for node in inner):
        return ()
    outer = list(own_nodes(draft.code.root))
    return tuple(name for name in names if _is_flat_dict(draft, name, outer))


def made_anew(dicts: Sequence[str], line: str) -> Iterator[str]:
    """What makes the dicts behind the call, each on a ``line`` of its own."""
    for name in dicts:
        yield f"{line}{name} = dict(zip(*{name}))"


def keys_and_values(name: str) -> str:
    return f"(tuple({name}.keys()), tuple({name}.values()))"


def _is_flat_dict(draft: Draft, name: str, nodes: Sequence[ast.AST]) -> bool:
    """Whether a name stands for a dict wherever it is read, with no dict in it as far as is known."""
    values = draft.facts.site.bindings.values
    found = [values.get(n, UNKNOWN) for node in nodes for n in _reads(node) if n.id == name]
    kinds = {argument_kind(value) for value in found} - {""}
    asked = any(asked_dict(node) == name for node in nodes)
    nested = any(item.kind in NESTED for value in found for item in value.items)
    return (kinds == {"dict"} or (asked and not kinds)) and not nested


def _is_dict(draft: Draft, node: ast.Name) -> bool:
    return argument_kind(draft.facts.site.bindings.values.get(node, UNKNOWN)) == "dict"


def _reads(node: ast.AST) -> Iterator[ast.Name]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node


def asked_dict(node: ast.AST) -> str:
    """``parts`` of ``parts["box"]`` and ``parts.values()``."""
    match node:
        case ast.Subscript(ast.Name(name), ast.Constant(str()), ast.Load()):
            return name
        case ast.Call(ast.Attribute(ast.Name(name), method), [], []) if method in OF_DICTS:
            return name
    return ""
