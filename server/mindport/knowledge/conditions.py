"""The ``when`` of equivalents and differences: Python expressions with three truth values."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol


class ConditionError(Exception):
    """The condition is not written as ``knowledge/README.md`` says."""


class Facts(Protocol):
    """What the source tells about one use of a symbol."""

    @property
    def argc(self) -> int: ...

    @property
    def context(self) -> str: ...

    @property
    def receiver(self) -> str: ...
    @property
    def used(self) -> bool: ...

    @property
    def freezes(self) -> bool: ...

    @property
    def thaws(self) -> bool: ...

    @property
    def looks_for_names(self) -> bool: ...

    @property
    def in_optimizer(self) -> bool: ...

    @property
    def begins(self) -> bool: ...

    @property
    def iterated(self) -> bool: ...

    @property
    def compared(self) -> bool: ...

    @property
    def counted(self) -> bool: ...

    @property
    def named(self) -> bool: ...

    @property
    def placed(self) -> bool: ...

    @property
    def gets(self) -> str: ...

    @property
    def hidden(self) -> bool: ...

    @property
    def infinite(self) -> bool: ...

    @property
    def complex_numbers(self) -> bool: ...

    @property
    def differentiated(self) -> bool: ...

    @property
    def twice_differentiated(self) -> bool: ...

    def given(self, name: str) -> bool: ...
    def is_none_as_by_default(self, name: str) -> bool: ...

    def kind(self, name: str) -> str:
        """The kind of value, empty when the source does not tell."""

    def literal(self, name: str) -> Any:
        """The argument's literal value or torch's default; ``UNKNOWN`` when it is neither."""

    def opposite(self, one: str, other: str) -> bool:
        """Whether the source writes one argument as minus the other: ``-bound, bound``."""

    def count(self, name: str) -> int: ...

    def dtype(self, name: str) -> str:
        """The dtype's name, ``floating`` for one of several; empty when the source does not tell."""

    def rank(self, name: str) -> int:
        """How many axes the tensor has; -1 when the source does not tell."""

    def shape(self, name: str) -> tuple[int | None, ...] | None:
        """The tensor's sizes, None for one that the source does not tell; None when it does not
        even tell how many there are."""

    def fed(self, name: str) -> int:
        """The fewest axes of what the layer that is made here is called with; -1 when the source
        does not tell."""

    def empty(self, name: str) -> bool:
        """Whether the source shows that the tensor has no elements."""

    def part(self, name: str) -> bool:
        """Whether the argument may be a part or another view of a tensor, or hold such."""

    def cut(self, name: str) -> bool:
        """Whether the argument may show just a part of a tensor's memory, or hold such."""

    def parameter(self, name: str) -> bool:
        """Whether the tensor may be a Parameter, as far as the source shows."""

    def holder(self, name: str) -> str:
        """What holds the argument, as ``receiver`` tells it of a method's object."""

    def equation(self, name: str) -> str:
        """The einsum equation that stands first in ``name``; empty when it is not written out."""

    def groups(self, name: str) -> bool:
        """Whether the argument may be parameter groups of an optimizer."""

    def recast(self, name: str) -> bool:
        """Whether what may be floating numbers is cast to whole ones that are counted with in
        floating numbers again: ``x.bool().float()``, ``x.long() * y``."""

    def arithmetic(self, name: str) -> bool:
        """Whether the argument is a lambda, or a list of such, that only counts."""

    def gaps(self, name: str) -> bool:
        """Whether the list of layers that is made of the argument may get None or a ModuleDict."""

    def generic(self, name: str) -> bool:
        """Whether the argument may be a type with arguments, ``List[int]``: it is no class by its name."""

    def optional(self, name: str) -> bool:
        """Whether the source shows that the argument may be None."""

    def arrays(self, name: str) -> bool:
        """Whether the argument is a list of arrays or numbers of NumPy's."""

    def tensors(self, name: str) -> bool:
        """Whether the argument is a tuple or list that is written out and holds a tensor."""

    def layers(self, name: str) -> bool:
        """Whether the argument is a dict, tuple or list that is written out and holds a module."""

    def imaginary(self, name: str) -> bool | None:
        """Whether a number that is written there, or one in lists of such, is complex; None where
        the source shows one and not what it is counted with."""

    def nan(self, name: str) -> bool:
        """Whether the source shows that the tensor holds NaN."""

    def items(self, name: str) -> int:
        """How many items a tuple or list has; -1 when the source does not tell."""

    def negative(self, name: str) -> bool:
        """Whether the source shows that a size, or one of several, may be below zero."""

    def starred(self, name: str) -> bool:
        """Whether a varargs parameter is given by a star alone: ``x.new(*sizes)``."""

    def several(self, name: str) -> bool:
        """Whether the source shows that the argument, a parameter, is a tuple at times."""

    def integral(self, name: str) -> bool:
        """Whether the source writes an int that the argument may be."""

    def no_axes(self, name: str) -> bool:
        """Whether one tuple gives the sizes, and may have none as far as the source shows."""

    def layer_weight(self, name: str) -> bool:
        """Whether the tensor is the weight or bias of a layer, or its ``data``."""

    def masks(self, name: str) -> bool:
        """Whether the source hints at a tensor of booleans, and does not tell the dtype."""

    def selected(self, name: str) -> bool:
        """Whether a mask picks the tensor's elements, so that there may be none."""

    def mixed(self, name: str) -> bool:
        """Whether the tensors of a list are seen to have several dtypes."""

    def made(self, name: str) -> str:
        """The dtype of a tensor that a call makes there, and nothing else holds; empty for another."""

    def begins_empty(self, name: str) -> bool:
        """Whether an item of the list is at first a tensor of shape (0,)."""

    def answers(self, version: str) -> bool:
        """Whether this text in the symbol's place answers tests of the version as torch's does."""

    def mentions(self, word: str) -> bool:
        """Whether the file has this word anywhere."""

    def taken(self, key: str) -> bool:
        """Whether what the call gives is asked for this key."""

    def whole(self, name: str) -> bool:
        """Whether the network is made of torch's layers and this file's own classes alone."""


@dataclass(frozen=True, slots=True)
class _Unknown:
    """The value that the source does not tell; compared with ``is``."""


UNKNOWN = _Unknown()

FACTS = {
    "argc",
    "begins",
    "compared",
    "complex_numbers",
    "context",
    "counted",
    "differentiated",
    "freezes",
    "gets",
    "hidden",
    "in_optimizer",
    "infinite",
    "iterated",
    "looks_for_names",
    "named",
    "placed",
    "receiver",
    "thaws",
    "twice_differentiated",
    "used",
}
FUNCTIONS = {
    "answers", "arithmetic", "arrays", "begins_empty", "count", "cut", "dtype", "empty", "equation", "fed", "gaps", "generic", "given", "groups", "holder",
    "imaginary", "integral", "items", "kind", "known", "layer_weight", "layers", "literal", "made", "masks", "mentions", "mixed", "nan", "negative", "no_axes", "optional", "parameter", "part", "rank", "recast",
    "selected", "several", "shape", "starred", "taken", "tensors", "whole",
}  # fmt: skip
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
    ast.Is: lambda left, right: left is right,
    ast.IsNot: lambda left, right: left is not right,
}


def holds(condition: str | None, facts: Facts) -> bool | None:
    """Whether ``condition`` is true of a use; None when the source does not tell."""
    if condition is None:
        return True
    try:
        value = evaluate(parse(condition), facts)
    except TypeError:
        return None
    return None if value is UNKNOWN else bool(value)


@cache
def parse(condition: str) -> ast.expr:
    """The condition's expression.

    Raises:
        ConditionError: it does not parse, or uses what conditions do not have.
    """
    try:
        tree = ast.parse(condition, mode="eval").body
    except SyntaxError as error:
        raise ConditionError(f"condition does not parse: {error.msg}") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
            if name not in FUNCTIONS or len(node.args) != 1 or node.keywords:
                raise ConditionError(
                    f"{name}(...) is not a function of conditions; there are "
                    + ", ".join(f"{function}(name)" for function in sorted(FUNCTIONS))
                )
        elif not isinstance(
            node,
            ast.Name
            | ast.Constant
            | ast.Compare
            | ast.BoolOp
            | ast.UnaryOp
            | ast.Tuple
            | ast.List
            | ast.Set
            | ast.expr_context
            | ast.cmpop
            | ast.boolop
            | ast.unaryop,
        ):
            raise ConditionError(f"{ast.unparse(node)} cannot stand in a condition")
    return tree


def names(condition: str) -> set[str]:
    """The torch parameters that a condition speaks of."""
    tree = parse(condition)
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id not in FUNCTIONS | FACTS
    }


def evaluate(node: ast.expr, facts: Facts) -> Any:
    """The value of a condition, or of a part of it; ``UNKNOWN`` when the source does not tell."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return getattr(facts, node.id) if node.id in FACTS else facts.literal(node.id)
    if isinstance(node, ast.Call):
        return _call(node, facts)
    if isinstance(node, ast.UnaryOp):
        value = evaluate(node.operand, facts)
        if value is UNKNOWN:
            return UNKNOWN
        return (not value) if isinstance(node.op, ast.Not) else -value
    if isinstance(node, ast.BoolOp):
        return _bool_op(node, facts)
    if isinstance(node, ast.Compare):
        left = evaluate(node.left, facts)
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            right = evaluate(right_node, facts)
            if left is UNKNOWN or right is UNKNOWN:
                return _is_opposite(node, facts) or UNKNOWN
            if not COMPARE[type(op)](left, right):
                return False
            left = right
        return True
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        items = [evaluate(item, facts) for item in node.elts]
        return UNKNOWN if any(item is UNKNOWN for item in items) else tuple(items)
    raise ConditionError(f"{ast.unparse(node)} cannot stand in a condition")


def _is_opposite(node: ast.Compare, facts: Facts) -> bool:
    """``low == -high`` of arguments that are no literals."""
    match node:
        case ast.Compare(ast.Name(one), [ast.Eq()], [ast.UnaryOp(ast.USub(), ast.Name(other))]):
            return facts.opposite(one, other)
    return False


def _call(node: ast.Call, facts: Facts) -> Any:
    argument = node.args[0]
    name = argument.id if isinstance(argument, ast.Name) else str(ast.literal_eval(argument))
    function = node.func.id if isinstance(node.func, ast.Name) else ""
    if function == "given":
        return facts.given(name) and not facts.is_none_as_by_default(name)
    if function == "count":
        return facts.count(name)
    if function == "holder":
        return facts.holder(name)
    if function == "equation":
        return facts.equation(name)
    if function == "kind":
        return facts.kind(name) or UNKNOWN
    if function == "known":
        return bool(facts.kind(name))
    if function == "dtype":
        return facts.dtype(name)
    if function == "rank":
        return facts.rank(name)
    if function == "shape":
        return facts.shape(name)
    if function == "fed":
        return facts.fed(name)
    if function == "empty":
        return facts.empty(name)
    if function == "parameter":
        return facts.parameter(name)
    if function == "part":
        return facts.part(name)
    if function == "cut":
        return facts.cut(name)
    if function == "groups":
        return facts.groups(name)
    if function == "recast":
        return facts.recast(name)
    if function == "gaps":
        return facts.gaps(name)
    if function == "generic":
        return facts.generic(name)
    if function == "optional":
        return facts.optional(name)
    if function == "arrays":
        return facts.arrays(name)
    if function == "tensors":
        return facts.tensors(name)
    if function == "layers":
        return facts.layers(name)
    if function == "imaginary":
        found = facts.imaginary(name)
        return UNKNOWN if found is None else found
    if function == "nan":
        return facts.nan(name)
    if function == "items":
        return facts.items(name)
    if function == "negative":
        return facts.negative(name)
    if function == "integral":
        return facts.integral(name)
    if function == "no_axes":
        return facts.no_axes(name)
    if function == "layer_weight":
        return facts.layer_weight(name)
    if function == "masks":
        return facts.masks(name)
    if function == "starred":
        return facts.starred(name)
    if function == "several":
        return facts.several(name)
    if function == "selected":
        return facts.selected(name)
    if function == "mixed":
        return facts.mixed(name)
    if function == "made":
        return facts.made(name)
    if function == "begins_empty":
        return facts.begins_empty(name)
    if function == "arithmetic":
        return facts.arithmetic(name)
    if function == "answers":
        return facts.answers(name)
    if function == "mentions":
        return facts.mentions(name)
    if function == "taken":
        return facts.taken(name)
    if function == "whole":
        return facts.whole(name)
    return facts.literal(name) is not UNKNOWN


def _bool_op(node: ast.BoolOp, facts: Facts) -> Any:
    """Kleene's logic: a decisive operand wins over an unknown one."""
    decisive = isinstance(node.op, ast.Or)
    unknown = False
    for operand in node.values:
        value = evaluate(operand, facts)
        if value is UNKNOWN:
            unknown = True
        elif bool(value) is decisive:
            return decisive
    return UNKNOWN if unknown else not decisive
