"""What a backward call differentiates, where that is more than its receiver."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from mindport.findings.site import Site
from mindport.symbols.values import UNKNOWN, is_tensor

BACKWARD = "torch.autograd.backward"


@dataclass(frozen=True)
class Term:
    """``value``, or the sum of its products with ``weight``, which has no gradient.

    ``scale`` is the function that it is given to, ``scaler.scale``, where the file does not say so.
    """

    value: ast.expr
    weight: ast.expr | None = None
    scale: str | None = None


def given_terms(call: ast.Call, receiver: ast.expr, is_known: bool) -> tuple[Term, ...]:
    """That of ``out.backward(g)`` and ``out.backward(gradient=g)`` where ``out`` is a tensor.

    No term where no gradient is given, or where the call cannot be read.
    """
    given = _bound(call, ("gradient",))
    weight = given.get("gradient") if given is not None else None
    if weight is None or not is_known:
        return ()
    return (Term(receiver, None if _is_none(weight) else weight),)


def listed_terms(site: Site, call: ast.Call) -> tuple[Term, ...]:
    """Those of ``torch.autograd.backward([a, b], [g, None])``; none where they cannot be seen."""
    given = _bound(call, ("tensors", "grad_tensors"))
    if given is None or "tensors" not in given:
        return ()
    tensors, weights = given["tensors"], given.get("grad_tensors")
    if not isinstance(tensors, ast.List | ast.Tuple):
        if not is_tensor(site.bindings.values.get(tensors, UNKNOWN)):
            return ()
        values: Sequence[ast.expr] = [tensors]
        if weights is not None and not isinstance(weights, ast.List | ast.Tuple):
            weights = ast.List([weights], ast.Load())
    else:
        values = tensors.elts
    if weights is None or _is_none(weights):
        return tuple(map(Term, values)) if _are_plain(values) else ()
    if not isinstance(weights, ast.List | ast.Tuple) or len(weights.elts) != len(values):
        return ()
    if not (_are_plain(values) and _are_plain(weights.elts)):
        return ()
    pairs = zip(values, weights.elts, strict=True)
    return tuple(Term(value, None if _is_none(weight) else weight) for value, weight in pairs)


def expression_of(terms: Sequence[Term], call: ast.Call) -> ast.expr:
    """The scalar whose gradients a call gives: ``a + (b * g.detach()).sum()``."""
    whole = reduce(lambda one, other: ast.BinOp(one, ast.Add(), other), map(_expression, terms))
    return ast.fix_missing_locations(whole if len(terms) == 1 else ast.copy_location(whole, call))


def _expression(term: Term) -> ast.expr:
    if term.scale is not None:
        scaled = ast.parse(f"{term.scale}(_)", mode="eval").body
        for node in ast.walk(scaled):
            ast.copy_location(node, term.value)
        assert isinstance(scaled, ast.Call)
        scaled.args = [term.value]
        return scaled
    if term.weight is None:
        return term.value
    cut = ast.Call(ast.Attribute(term.weight, "detach", ast.Load()), [], [])
    product = ast.BinOp(term.value, ast.Mult(), cut)
    made = ast.Call(ast.Attribute(product, "sum", ast.Load()), [], [])
    for node in (cut.func, cut, product, made.func, made):
        ast.copy_location(node, term.value)
    return made


def _bound(call: ast.Call, names: Sequence[str]) -> dict[str, ast.expr] | None:
    """The arguments by their names; None where one is unknown or starred.

    ``retain_graph`` is known as a keyword.
    """
    if len(call.args) > len(names) or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    given = dict(zip(names, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in (*names, "retain_graph") or keyword.arg in given:
            return None
        given[keyword.arg] = keyword.value
    return given


def _are_plain(items: Sequence[ast.expr]) -> bool:
    return bool(items) and not any(isinstance(item, ast.Starred) for item in items)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
