"""Writes torch's own sample calls as the source that a person would write.

Needs torch, so it belongs in workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch

LARGEST = 50_000  # elements of all inputs of a sample, or of its result
NAMES = ("x", "y", "z", "u", "v", "w")
BINARY = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "true_divide": "/",
    "floor_divide": "//",
    "remainder": "%",
    "pow": "**",
    "matmul": "@",
    "bitwise_and": "&",
    "bitwise_or": "|",
    "bitwise_xor": "^",
    "bitwise_left_shift": "<<",
    "bitwise_right_shift": ">>",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}
# Python's names of these operators' methods, where they are not torch's.
DUNDER = {
    "true_divide": "truediv",
    "floor_divide": "floordiv",
    "remainder": "mod",
    "bitwise_and": "and",
    "bitwise_or": "or",
    "bitwise_xor": "xor",
    "bitwise_left_shift": "lshift",
    "bitwise_right_shift": "rshift",
}
ATTRIBUTES = ("T", "mT", "H", "mH", "real", "imag", "data", "shape", "ndim", "itemsize", "nbytes")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
UNARY = {"neg": "-", "bitwise_not": "~"}
REFLECTED = {f"__r{DUNDER.get(name, name)}__": sign for name, sign in BINARY.items()}
INDEXING = "__getitem__"
# The operators by Python's names, the ones that change their left side (``iadd``) included.
_OPERATORS = {
    **{f"{i}{DUNDER.get(name, name)}": name for name in BINARY for i in ("", "i")},
    "neg": "neg",
    "invert": "bitwise_not",
    "abs": "abs",
}
# Of equal values these may give any index: torch promises no order, unless it is stable.
UNORDERED = ("sort", "topk")
# The same of equal values in their input, which torch's documentation leaves open, too.
PICKING = ("kthvalue", "median", "nanmedian")
# Methods that give their receiver: nobody calls one without using the result.
ITSELF = ("conj", "resolve_conj", "resolve_neg", "cpu")


class UnwritableError(Exception):
    """A sample that no source can name, such as one with a function among its arguments."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One call: the torch symbol that it is a sample of, its source, the tensors that it names."""

    symbol: str
    source: str
    inputs: Mapping[str, torch.Tensor]
    compare: str = "value"


@dataclass(frozen=True, slots=True)
class Call:
    """What a layer is made of, or called with."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes values; tensors get names, the same tensor the same one."""

    inputs: dict[str, torch.Tensor] = field(default_factory=dict)

    def value(self, value: Any) -> str:
        """The source of ``value``.

        Raises:
            UnwritableError: there is none.
        """
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if value is None or isinstance(value, (bool, int, str)):
            return repr(value)
        if isinstance(value, float):
            return repr(value) if abs(value) < float("inf") else f"float({str(value)!r})"
        if isinstance(value, complex):
            return repr(value)
        if isinstance(value, (torch.dtype, torch.memory_format, torch.layout)):
            return str(value)
        if isinstance(value, torch.device):
            return f"torch.device({value.type!r})"
        if value is Ellipsis:
            return "..."
        if isinstance(value, slice):
            parts = ", ".join(map(self.value, (value.start, value.stop, value.step)))
            return f"slice({parts})"
        if isinstance(value, tuple):
            items = ", ".join(map(self.value, value))
            return f"({items},)" if len(value) == 1 else f"({items})"
        if type(value) is list:
            return f"[{', '.join(map(self.value, value))}]"
        raise UnwritableError(type(value).__name__)

    def _tensor(self, tensor: torch.Tensor) -> str:
        plain = type(tensor) in (torch.Tensor, torch.nn.Parameter)
        if not plain or tensor.layout is not torch.strided or tensor.dtype is torch.bfloat16:
            raise UnwritableError(f"{type(tensor).__name__} {tensor.layout} {tensor.dtype}")
        for name, known in self.inputs.items():
            if known is tensor:
                return name
        count = len(self.inputs)
        name = NAMES[count] if count < len(NAMES) else f"t{count}"
        self.inputs[name] = tensor
        return name

    def arguments(self, args: Iterator[Any] | tuple[Any, ...], kwargs: Mapping[str, Any]) -> str:
        written = [self.value(item) for item in args]
        written += [f"{name}={self.value(item)}" for name, item in kwargs.items()]
        return ", ".join(written)

    def index(self, value: Any) -> str:
        """What stands between the brackets of ``x[...]``."""
        if isinstance(value, tuple) and value:
            items = ", ".join(map(self._subscript, value))
            return f"{items}," if len(value) == 1 else items
        return self._subscript(value)

    def _subscript(self, value: Any) -> str:
        if not isinstance(value, slice):
            return self.value(value)
        parts = ["" if part is None else self.value(part) for part in (value.start, value.stop)]
        step = "" if value.step is None else f":{self.value(value.step)}"
        return f"{parts[0]}:{parts[1]}{step}"

    def operand(self, value: Any) -> str:
        written = self.value(value)
        return f"({written})" if written.startswith("-") else written


def making(tensor: torch.Tensor) -> str:
    """An expression that makes a tensor of the same shape and dtype, both of them written out."""
    return f"torch.zeros({tuple(tensor.shape)}, dtype={tensor.dtype})"


def symbols_of(name: str) -> list[str]:
    """The torch symbols whose calls are written for the operator ``name``, as torch has them."""
    method = f"torch.Tensor.{name}"
    found = []
    if name in REFLECTED or name == INDEXING:
        return [method]
    if has(torch, name):
        found.append(f"torch.{name}")
    if "." not in name:
        found += [method] if has(torch.Tensor, name) else []
        found += [f"{method}_"] if has(torch.Tensor, f"{name}_") else []
        dunder = DUNDER.get(name, name)
        if name in BINARY or name in UNARY or name == "abs":
            word = {"bitwise_not": "invert"}.get(name, dunder)
            found.append(f"torch.Tensor.__{word}__")
        if name in BINARY and name not in COMPARISONS:
            found.append(f"torch.Tensor.__i{dunder}__")
    return found


def has(owner: Any, name: str) -> bool:
    for part in name.split("."):
        owner = getattr(owner, part, None)
    return callable(owner)


def written(symbol: str, name: str, first: Any, args: tuple[Any, ...], kwargs: Any) -> Sample:
    """A sample of the operator ``name`` as a use of ``symbol``, one of ``symbols_of(name)``.

    Raises:
        UnwritableError: it cannot be written so.
    """
    write = Writer()
    is_method = symbol.startswith("torch.Tensor.")
    if is_method and not isinstance(first, torch.Tensor):
        raise UnwritableError("no receiver")
    if symbol == f"torch.{name}":
        source = _function(write, name, first, args, kwargs)
    elif symbol.endswith("__"):
        if kwargs:
            raise UnwritableError("keywords with an operator")
        source = _operator(write, symbol, name, first, args)
    else:
        receiver = write.value(first)
        called = symbol.rpartition(".")[2]
        source = f"{receiver}.{called}({write.arguments(args, kwargs)})"
        if called.endswith("_"):
            # As torch's own tests do: what changes is a copy, which the source shows.
            source = f"{receiver} = {receiver}.clone()\n{source}\n{receiver}"
            return Sample(symbol, source, write.inputs)
        if called in ITSELF:
            source = f"result = {source}"
    return Sample(symbol, _taken_apart(source, name, write.inputs), write.inputs)


def written_call(symbol: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Sample:
    """A call of ``symbol`` as a program made it, a method's receiver first.

    Raises:
        UnwritableError: it cannot be written so.
    """
    if symbol == "torch.device":
        raise UnwritableError("no tensor")
    name = symbol.removeprefix("torch.")
    if not symbol.startswith("torch.Tensor."):
        write = Writer()
        called = f"F.{name[14:]}" if name.startswith("nn.functional.") else symbol
        source = f"{called}({write.arguments(args, kwargs)})"
        return Sample(symbol, _taken_apart(source, name, write.inputs), write.inputs)
    name = name.removeprefix("Tensor.")
    if "." in name:  # an attribute that is set
        raise UnwritableError(symbol)
    if name.startswith("__") and name not in (INDEXING, *REFLECTED):
        name = _OPERATORS.get(name.strip("_"), "")
        if not name:
            raise UnwritableError(symbol)
    return written(symbol, name, args[0], args[1:], kwargs)


def written_attribute(symbol: str, receiver: Any) -> Sample:
    """``x.T`` and the like.

    Raises:
        UnwritableError: it gives no value that can be compared.
    """
    name = symbol.rpartition(".")[2]
    if name not in ATTRIBUTES:
        raise UnwritableError(symbol)
    write = Writer()
    return Sample(symbol, f"{write.value(receiver)}.{name}", write.inputs)


def written_assignment(receiver: Any, index: Any, value: Any) -> Sample:
    """``x[index] = value``, to a copy that the source shows."""
    write = Writer()
    x = write.value(receiver)
    source = f"{x} = {x}.clone()\n{x}[{write.index(index)}] = {write.value(value)}\n{x}"
    return Sample("torch.Tensor.__setitem__", source, write.inputs)


def _taken_apart(source: str, name: str, inputs: Mapping[str, torch.Tensor]) -> str:
    """``values, indices = torch.sort(x)``: what gives several tensors is given as many names.

    Of indices that torch leaves open, the values that they choose are compared.
    """
    if name == "argsort" and "stable=True" not in source:
        x = inputs["x"]
        return f"indices = {source}\nx[indices]" if x.dim() == 1 and _has_ties(x) else source
    pools = "max_pool" in name
    if not pools and not hasattr(torch.return_types, name.replace(".", "_")):
        return source
    try:
        value = eval(source, {**inputs, "torch": torch, "F": torch.nn.functional})
    except Exception:
        return source
    fields = getattr(type(value), "__match_args__", ())
    if pools and isinstance(value, tuple):
        fields = ("output", "indices")
    if not fields:
        return source
    names = ", ".join(fields)
    left_open = name in UNORDERED and "stable=True" not in source and _has_ties(value[0])
    left_open |= name in PICKING and _has_ties(inputs["x"])
    return f"{names} = {source}\n{fields[0] if left_open else names}"


def _has_ties(values: torch.Tensor) -> bool:
    return bool(len(values.unique()) < values.numel())


def _function(write: Writer, name: str, first: Any, args: tuple[Any, ...], kwargs: Any) -> str:
    short = name.removeprefix("nn.functional.")
    called = f"torch.{name}" if short == name else f"F.{short}"
    if name == "einsum":  # the samples have the operands first
        return f"{called}({write.value(args[0])}, {write.arguments(tuple(first), kwargs)})"
    if name == "where":
        tensor, (condition, *rest) = first, args
        return f"{called}({write.arguments((condition, tensor, *rest), kwargs)})"
    return f"{called}({write.arguments((first, *args), kwargs)})"


def _operator(write: Writer, symbol: str, name: str, first: Any, args: tuple[Any, ...]) -> str:
    receiver = write.value(first)
    if name == INDEXING and len(args) == 1:
        return f"{receiver}[{write.index(args[0])}]"
    if name == "abs" and not args:
        return f"abs({receiver})"
    if name in UNARY and not args:
        return f"{UNARY[name]}{receiver}"
    if len(args) != 1 or isinstance(args[0], (list, tuple)):
        raise UnwritableError("not one operand")
    other = write.operand(args[0])
    if name in REFLECTED:
        return f"{other} {REFLECTED[name]} {receiver}"
    if symbol.startswith("torch.Tensor.__i") and name in BINARY and name not in COMPARISONS:
        return f"{receiver} {BINARY[name]}= {other}\n{receiver}"
    return f"{receiver} {BINARY[name]} {other}"


def written_module(cls: type, built: Any, forward: Any, *, training: bool) -> Sample:
    """A module made and called once."""
    write = Writer()
    lines = [f"m = nn.{cls.__name__}({write.arguments(built.args, built.kwargs)})"]
    if not training:
        lines.append("m.eval()")
    lines.append(f"m({write.arguments(forward.args, forward.kwargs)})")
    return Sample(f"torch.nn.{cls.__name__}", "\n".join(lines), write.inputs)


def written_optimizer(cls: type, kwargs: Mapping[str, Any]) -> Sample:
    """An optimizer of a small layer's parameters."""
    write = Writer()
    arguments = write.arguments((), kwargs)
    name = f"torch.optim.{cls.__name__}"
    call = f"{name}(m.parameters(){', ' if arguments else ''}{arguments})"
    source = f"m = nn.Linear(3, 4)\noptimizer = {call}\noptimizer"
    return Sample(name, source, write.inputs, "optimizer")
