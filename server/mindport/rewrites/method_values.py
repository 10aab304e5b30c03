"""A torch method that is handed on without being called, ``named = model.named_parameters``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mindport.report import Name, Piece
from mindport.symbols.signatures import Signature

# A method of MindSpore's that is given all that torch's is: {self}.get_sub_cell({target})
METHOD = re.compile(r"\{self\}\.(\w+)\((?:\{(\w+)\})?\)")
# A helper with torch's names for what it takes: helper.f({self}, prefix={prefix?})
HELPER = re.compile(r"(helper\.\w+)\(\{self\}(?:, (\w+)=\{\2\?\})*\)")


def method_value(
    template: str, receiver: Piece, signatures: Sequence[Signature]
) -> tuple[Piece, ...] | None:
    """What means the same wherever it is called; None where nothing does.

    Args:
        signatures: torch's, of the method that ``template`` stands for.
    """
    if len(signatures) != 1:
        return None
    method = METHOD.fullmatch(template)
    if method and [p.name for p in signatures[0].parameters] == [
        m for m in method.groups()[1:] if m
    ]:
        return (receiver, f".{method[1]}")
    if helper := HELPER.fullmatch(template):
        return (Name("functools.partial"), "(", Name(helper[1]), ", ", receiver, ")")
    return None
