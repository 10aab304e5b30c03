"""``h.clamp_(min=0)`` where a gradient goes through: it is computed from a copy of ``h``.

torch keeps what the derivative needs before it changes the tensor. MindSpore's ``h.copy_(h.clamp(0))``
changes what ``clamp`` has kept for its own derivative, which then raises.
"""

from __future__ import annotations

import re
from dataclasses import replace

from mindport.findings.choice import choose
from mindport.findings.flat_views import is_differentiated
from mindport.findings.site import Site
from mindport.knowledge.schema import Equivalent
from mindport.rewrites.calls import Rewrite
from mindport.rewrites.facts import UseFacts
from mindport.symbols.uses import Use
from mindport.texts import Text

COPIED_IN = re.compile(r"\{(?:self|input)\}\.copy_\((.*)\)")
# What stands for its values there.
VALUES = re.compile(r"(\{(?:self|input)\})(?!\.(?:shape|dtype))")
CALLED = re.compile(r"(\w+)\(")
# What MindSpore 2.10 differentiates without its input, by running each.
WITHOUT_INPUT = frozenset(
    {"add", "ceil", "cumsum", "div", "exp", "expm1", "floor", "full_like", "masked_fill", "neg", "negative",
     "reciprocal", "relu", "remainder", "round", "rsqrt", "sigmoid", "sqrt", "sub", "subtract", "tanh",
     "true_divide", "trunc"}
)  # fmt: skip
PRODUCTS = frozenset({"mul", "multiply"})


KEPT = Text(
    "Its derivative needs the values from before the change; a copy keeps them.",
    "求导需要修改之前的值，由副本保留。",
)


def from_a_copy(
    site: Site, use: Use, facts: UseFacts, equivalent: Equivalent, result: Rewrite
) -> Rewrite:
    """The rewrite of a method that changes its tensor, with what its derivative needs kept."""
    match = COPIED_IN.fullmatch(equivalent.to or "")
    if use.call is None or match is None or result.template is not None:
        return result
    called = CALLED.search(match[1])
    method = "" if called is None else called[1]
    if method in WITHOUT_INPUT or (method in PRODUCTS and facts.kind("other") in ("int", "float")):
        return result
    if facts.receiver != "other" and use.owner is not None:
        return result
    if not is_differentiated(site, use.call):
        return result
    start = match.start(1)
    values = VALUES.sub(r"\1.copy()", match[1])
    kept = replace(equivalent, to=f"{(equivalent.to or '')[:start]}{values})")
    other = choose(site, facts, [kept])
    if other is None or not isinstance(other.result, Rewrite):
        return result
    return replace(other.result, template=kept.to)
