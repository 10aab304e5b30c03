"""What torch gives to the functions that it is handed: layers, hooks' inputs and outputs."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.symbols.values import LAYER, LIKELY_TENSOR, FunctionInfo, Value

MODULE = "torch.nn.Module"
TENSORS = Value("sequence", items=(LIKELY_TENSOR,))
# The values that a function gets, by the method that takes it.
GIVEN: dict[str, tuple[Value, ...]] = {
    f"{MODULE}.apply": (LAYER,),
    f"{MODULE}.register_forward_pre_hook": (LAYER, TENSORS),
    f"{MODULE}.register_forward_hook": (LAYER, TENSORS, LIKELY_TENSOR),
    f"{MODULE}.register_full_backward_pre_hook": (LAYER, TENSORS),
    f"{MODULE}.register_full_backward_hook": (LAYER, TENSORS, TENSORS),
    f"{MODULE}.register_backward_hook": (LAYER, TENSORS, TENSORS),
}


def note_handed(symbol: str, call: ast.Call, values: Sequence[Value]) -> None:
    """``model.apply(function)`` gives the function one layer after the other, and so on."""
    given = GIVEN[symbol]
    if any(keyword.arg == "with_kwargs" for keyword in call.keywords):
        given = given[:2]
    for value in values[:1]:
        info = value.info
        if isinstance(info, FunctionInfo) and info.state == "new" and info.node is not None:
            names = [argument.arg for argument in info.node.args.args]
            if info.owner is not None and not info.is_decorated("staticmethod"):
                names = names[1:]
            info.arguments.update(zip(names, given, strict=False))
