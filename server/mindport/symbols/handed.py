"""What the functions of a file are given: by their calls, and by torch where it is handed them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from mindport.symbols.dtypes import ALIASES, NAMES
from mindport.symbols.values import (
    LAYER,
    LIKELY_TENSOR,
    UNKNOWN,
    FunctionInfo,
    Value,
    instance,
    is_layer,
    join,
)
from mindport.symbols.walk import Walk, lookup

MODULE = "torch.nn.Module"
SILENT = ("unknown", "none")
DTYPE = instance("torch.dtype")
DTYPES = NAMES | ALIASES.keys()
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
            info.arguments.update(zip(parameter_names(info), given, strict=False))


def note_arguments(walk: Walk, info: FunctionInfo, call: ast.Call, values: Sequence[Value]) -> None:
    """What the first call of a function tells of its parameters, and where another disagrees."""
    if info.node is None or any(isinstance(argument, ast.Starred) for argument in call.args):
        return
    given = dict(zip(parameter_names(info, _names_class(walk, info, call)), values, strict=False))
    for keyword in call.keywords:
        if keyword.arg:
            given[keyword.arg] = walk.values.get(keyword.value, UNKNOWN)
    for name, value in given.items():
        told = _of_every_call(value)
        known = info.arguments.get(name)
        if info.state == "new" and (known is None or known.kind in SILENT):
            info.arguments[name] = told
        elif known is not None:
            both = _both(known, told)
            info.arguments[name] = both
            if both is not known and info.state != "new":
                walk.disagreed.setdefault(info.node, {})[name] = both


def _names_class(walk: Walk, info: FunctionInfo, call: ast.Call) -> bool:
    """``Block.forward(block, x)``: a method that its class is asked for takes the object, too."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr != info.name:
        return False
    held = call.func.value
    value = lookup(walk, held.id) if isinstance(held, ast.Name) else None
    return value is not None and value.kind == "class"


def parameter_names(info: FunctionInfo, of_class: bool = False) -> list[str]:
    """The names that the positional arguments of a call of it go to, of its class if so."""
    assert info.node is not None
    names = [argument.arg for argument in (*info.node.args.posonlyargs, *info.node.args.args)]
    bound = info.owner is not None and not info.is_decorated("staticmethod")
    return names[1:] if bound and (not of_class or info.is_decorated("classmethod")) else names


def _of_every_call(value: Value) -> Value:
    """What a call tells as far as it holds for others, too: a type, but no symbol itself, as
    ``make(nn.ReLU)`` and then ``make(nn.Sigmoid)``."""
    if value.kind == "torch":
        return DTYPE if value.name.rpartition(".")[2] in DTYPES else UNKNOWN
    if not any(_names_symbols(item) for item in value.items):
        return value
    return replace(value, items=tuple(map(_of_every_call, value.items)))


def _names_symbols(value: Value) -> bool:
    return value.kind == "torch" or any(map(_names_symbols, value.items))


def _both(known: Value, value: Value) -> Value:
    """What a parameter is that got the one and then the other; ``known`` where that says it."""
    if known.kind in SILENT or value.kind in SILENT or _is_same(known, value):
        return known
    both = join(known, value)
    if _is_of_this_walk(both):
        return LAYER if is_layer(both) else UNKNOWN
    return both


def _is_same(known: Value, value: Value) -> bool:
    if known is value:
        return True
    return (
        known.kind == value.kind
        and known.name == value.name
        and known.info is value.info
        and len(known.items) == len(value.items)
        and all(map(_is_same, known.items, value.items))
    )


def _is_of_this_walk(value: Value) -> bool:
    """Whether it names a class or function, which another walk knows by another object."""
    return value.info is not None or any(map(_is_of_this_walk, value.items))
