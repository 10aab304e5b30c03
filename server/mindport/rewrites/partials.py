"""``partial(torch.arange, device=d)``: what a partial call gives what takes a torch function's place."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.knowledge.conditions import UNKNOWN
from mindport.knowledge.schema import Equivalent
from mindport.nodes import name_of, walk
from mindport.rewrites.arguments import (
    PLACEMENT,
    Given,
    Mapping,
    Refusal,
    literal_default,
    no_counterpart,
)
from mindport.rewrites.facts import UseFacts, literal_value
from mindport.symbols.signatures import Parameter, Signature
from mindport.symbols.torch_api import load

PARTIAL = "partial"


def partial_call(facts: UseFacts) -> ast.Call | None:
    """The call of ``partial`` that gets the use as what it is to call."""
    node, statement = facts.use.node, facts.use.statement
    for call in walk(statement) if statement is not None else ():
        if isinstance(call, ast.Call) and call.args[:1] == [node]:
            return call if name_of(call.func) == PARTIAL else None
    return None


def bound_arguments(
    facts: UseFacts, equivalent: Equivalent, theirs: Sequence[Signature], call: ast.Call
) -> Mapping | Refusal:
    """What becomes of the arguments of ``call``: those that only place a tensor go, as those that
    say what is so anyway.

    Args:
        theirs: the overloads of the function that takes the place of torch's.
    """
    given = [Given(argument, True) for argument in call.args]
    for keyword in call.keywords:
        name = keyword.arg or ""
        parameter = _parameter(facts.use.symbol, name)
        if parameter is None or _is_taken(theirs, equivalent.args.get(name, name)):
            given.append(Given(keyword, True))
            continue
        placing = name in PLACEMENT and name != "generator"
        if not (placing or name in equivalent.drop or _is_so_anyway(keyword.value, parameter)):
            return Refusal(no_counterpart(name, equivalent))
        given.append(Given(keyword, False))
    return Mapping(tuple(given), (), ())


def _parameter(symbol: str, name: str) -> Parameter | None:
    """Torch's parameter of that name, of whichever overload has it."""
    found = (signature.parameter(name) for signature in load().signatures(symbol))
    return next((one for one in found if one is not None), None)


def _is_taken(theirs: Sequence[Signature], name: str) -> bool:
    """Whether one of the overloads has the parameter; where none is known, it may."""
    return not theirs or any(
        one.parameter(name) is not None or any(p.kind == "kwargs" for p in one.parameters)
        for one in theirs
    )


def _is_so_anyway(value: ast.expr, parameter: Parameter) -> bool:
    """Whether the default is written out."""
    written = literal_value(value)
    return written is not UNKNOWN and written == literal_default(parameter.default)
