"""What Python's builtins give for what they are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mindport.symbols.values import (
    BOOL,
    COUNTED,
    FLOAT,
    INT,
    NONE,
    NUMBER_OR_NUMPY,
    NUMPY,
    NUMPY_OR_UNKNOWN,
    OTHER,
    STR,
    UNKNOWN,
    Value,
    element,
)
from mindport.symbols.walk import tensor_like

ZIPPED = "zip"  # the name of the tuples that zip gives
Builtin = Callable[[Sequence[Value]], Value]


def _always(value: Value) -> Builtin:
    return lambda _: value


def _elements(values: Sequence[Value]) -> Value:
    if values and values[0].kind == "tuple":
        return values[0]
    if values and values[0].kind == "mapping":
        return Value("sequence", items=(UNKNOWN,))  # its keys
    return Value("sequence", items=(element(values[0]),)) if values else Value("sequence")


def _tuple(values: Sequence[Value]) -> Value:
    found = _elements(values)
    return Value("sequence", "tuple", found.items) if found.kind == "sequence" else found


def _zip(values: Sequence[Value]) -> Value:
    return Value("sequence", items=(Value("tuple", ZIPPED, tuple(map(element, values))),))


def _enumerate(values: Sequence[Value]) -> Value:
    inner = element(values[0]) if values else UNKNOWN
    return Value("sequence", items=(Value("tuple", items=(INT, inner)),))


def _map(values: Sequence[Value]) -> Value:
    return Value("sequence", items=(values[0] if values else UNKNOWN,))


def _filter(values: Sequence[Value]) -> Value:
    return _elements(values[1:])


def _reduce(values: Sequence[Value]) -> Value:
    if len(values) > 1 and {NUMPY, NUMBER_OR_NUMPY} & {*values} and {*values} <= COUNTED:
        return NUMPY if {*values} == {NUMPY} else NUMBER_OR_NUMPY
    if len(values) > 1 and NUMPY_OR_UNKNOWN in values and {*values} <= COUNTED | {NUMPY_OR_UNKNOWN}:
        return NUMPY_OR_UNKNOWN
    if len(values) > 1:
        return tensor_like(*values) or (UNKNOWN if UNKNOWN in values else OTHER)
    return element(values[0]) if values else UNKNOWN


def _first(values: Sequence[Value]) -> Value:
    return values[0] if values else UNKNOWN


def _dict(values: Sequence[Value]) -> Value:
    """A mapping to what is second of the pairs that it is given, or to what another one holds."""
    held = element(values[0]) if values else UNKNOWN
    if held.kind == "tuple":
        held = held.items[1] if len(held.items) == 2 else UNKNOWN
    elif not values or values[0].kind != "mapping":
        held = UNKNOWN
    return Value("mapping", items=(held,))


def _type(values: Sequence[Value]) -> Value:
    """``type(x)``, the class of an object of the user's; what is not seen may be of any."""
    value = values[0] if len(values) == 1 else UNKNOWN
    if value.kind == "object":
        return Value("class", value.name, info=value.info)
    return UNKNOWN if value.kind == "unknown" else OTHER


def _next(values: Sequence[Value]) -> Value:
    return element(values[0]) if values else UNKNOWN


BUILTIN_NAMES: dict[str, Value] = dict.fromkeys(
    ("int", "float", "str", "bool", "list", "dict", "tuple", "set", "bytes", "type", "object",
     "print", "open", "range", "__name__", "__file__", "Exception"),
    OTHER,
)  # fmt: skip
GO_THROUGH = ("map", "filter")
BUILTINS: dict[str, Builtin] = {
    "isinstance": _always(BOOL),
    "issubclass": _always(BOOL),
    "super": _always(UNKNOWN),
    "getattr": _always(UNKNOWN),
    "len": _always(INT),
    "int": _always(INT),
    "float": _always(FLOAT),
    "bool": _always(BOOL),
    "str": _always(STR),
    "repr": _always(STR),
    "format": _always(STR),
    "hasattr": _always(BOOL),
    "callable": _always(BOOL),
    "all": _always(BOOL),
    "any": _always(BOOL),
    "range": _always(Value("sequence", items=(INT,))),
    "open": _always(OTHER),
    "print": _always(NONE),
    "dict": _dict,
    "list": _elements,
    "tuple": _tuple,
    "set": _elements,
    "sorted": _elements,
    "reversed": _elements,
    "iter": _elements,
    "zip": _zip,
    "enumerate": _enumerate,
    "map": _map,
    "filter": _filter,
    "sum": _reduce,
    "max": _reduce,
    "min": _reduce,
    "abs": _first,
    "round": _first,
    "next": _next,
    "type": _type,
}
