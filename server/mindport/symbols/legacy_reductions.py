"""``size_average`` and ``reduce`` of losses, which torch has replaced by ``reduction``."""

from __future__ import annotations

import ast
from dataclasses import replace

from mindport.symbols.spreads import SpreadOut

LOSSES = "torch.nn.functional."
LEGACY = ("size_average", "reduce")


def with_reduction(spread: SpreadOut, symbol: str) -> SpreadOut:
    """The call with the ``reduction`` that its ``size_average`` and ``reduce`` stand for.

    They win over a ``reduction`` that is given, too, as in torch. Only where they are written out.
    """
    keywords = spread.call.keywords
    given = {k.arg: k.value for k in keywords if k.arg in LEGACY}
    constants = {name: node.value for name, node in given.items() if isinstance(node, ast.Constant)}
    if not symbol.startswith(LOSSES) or not given or len(constants) < len(given):
        return spread
    kept = [k for k in keywords if k.arg not in LEGACY]
    if all(value is None for value in constants.values()):
        return replace(spread, call=_with_keywords(spread.call, kept), replaced=True)
    averages, reduces = (constants.get(name) for name in LEGACY)
    reduces = True if reduces is None else reduces
    averages = True if averages is None else averages
    reduction = ("mean" if averages else "sum") if reduces else "none"
    origin = next(k for k in keywords if k.arg in LEGACY)
    value = ast.copy_location(ast.Constant(reduction), origin.value)
    made = ast.copy_location(ast.keyword("reduction", value), origin)
    kept = [k for k in kept if k.arg != "reduction"]
    return replace(
        spread,
        call=_with_keywords(spread.call, [*kept, made]),
        origins={**spread.origins, made: origin},
        written={**spread.written, value: repr(reduction)},
        replaced=True,
    )


def _with_keywords(call: ast.Call, keywords: list[ast.keyword]) -> ast.Call:
    return ast.copy_location(ast.Call(call.func, call.args, keywords), call)
