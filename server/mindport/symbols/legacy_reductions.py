"""``size_average`` and ``reduce`` of losses, which torch has replaced by ``reduction``, and the old
name of its mean."""

from __future__ import annotations

import ast
from dataclasses import replace

from mindport.symbols.spreads import SpreadOut

MODULES, LOSSES = "torch.nn.", "torch.nn.functional."
LEGACY = ("size_average", "reduce")
OLD_MEAN = "elementwise_mean"


def with_reduction(spread: SpreadOut, symbol: str) -> SpreadOut:
    """The call with the ``reduction`` that its ``size_average`` and ``reduce`` stand for.

    They win over a ``reduction`` that is given, too, as in torch. Only where they are written out.
    """
    spread = _with_mean(spread, symbol)
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
    return _with_value(spread, origin, reduction, (*LEGACY, "reduction"))


def _with_mean(spread: SpreadOut, symbol: str) -> SpreadOut:
    """The call with ``reduction='mean'`` for ``'elementwise_mean'``, which torch still takes."""
    for origin in spread.call.keywords:
        match origin:
            case ast.keyword("reduction", ast.Constant(name)) if name == OLD_MEAN:
                if symbol.startswith(MODULES):
                    return _with_value(spread, origin, "mean", ("reduction",))
    return spread


def _with_value(
    spread: SpreadOut, origin: ast.keyword, reduction: str, replaced: tuple[str, ...]
) -> SpreadOut:
    """The call with that ``reduction``, which stands where ``origin`` does, for those ``replaced``."""
    value = ast.copy_location(ast.Constant(reduction), origin.value)
    made = ast.copy_location(ast.keyword("reduction", value), origin)
    kept = [k for k in spread.call.keywords if k.arg not in replaced]
    return replace(
        spread,
        call=_with_keywords(spread.call, [*kept, made]),
        origins={**spread.origins, made: origin},
        written={**spread.written, value: repr(reduction)},
        replaced=True,
    )


def _with_keywords(call: ast.Call, keywords: list[ast.keyword]) -> ast.Call:
    return ast.copy_location(ast.Call(call.func, call.args, keywords), call)
