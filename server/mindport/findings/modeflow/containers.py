"""``nn.Sequential(*list(net.children())[:-1])``: what is made of layers that keep the mode they are in."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.findings.modeflow.memory import NOTHING, Memory
from mindport.nodes import name_of, walk

CONTAINERS = frozenset({"Sequential", "SequentialCell"})
PARTS = frozenset({"children", "modules", "cells"})
# What computes something else in training mode.
DEPENDS = re.compile(r"[Dd]ropout|[Dd]ropPath|BatchNorm|InstanceNorm|RReLU|rrelu|^training$"
                     r"|MultiheadAttention|Transformer|LSTM|GRU|RNN|spectral_norm")  # fmt: skip


def keeps_modes(memory: Memory, made: ast.Call) -> bool:
    """Whether it holds networks whose mode was set, or parts of them, and nothing new that has one."""
    arguments = [*made.args, *(keyword.value for keyword in made.keywords)]
    if name_of(made.func) not in CONTAINERS:
        all_set = gets_set(memory, made) and not any(map(memory.again, arguments))
        return all_set and memory.names.adds_nothing(made)
    layers = [layer for argument in arguments for layer in _layers(argument)]
    parts = [layer for layer in layers if _is_set(memory, layer)]
    return bool(parts) and all(layer in parts or _has_no_mode(layer) for layer in layers)


def gets_set(memory: Memory, made: ast.Call) -> bool:
    """Whether one of its arguments is a network whose mode was set, or a part of one."""
    arguments = [*made.args, *(keyword.value for keyword in made.keywords)]
    return any(_is_set(memory, layer) for argument in arguments for layer in _layers(argument))


def _layers(node: ast.expr) -> Iterator[ast.expr]:
    """What is put in, of lists and slices of lists, too."""
    match node:
        case ast.Starred(inner) | ast.Subscript(inner, ast.Slice()):
            yield from _layers(inner)
        case ast.Call(ast.Name("list" | "tuple"), [inner], []):
            yield from _layers(inner)
        case ast.List(items) | ast.Tuple(items):
            for item in items:
                yield from _layers(item)
        case ast.BinOp(left, ast.Add(), right):
            yield from _layers(left)
            yield from _layers(right)
        case _:
            yield node


def _is_set(memory: Memory, node: ast.expr) -> bool:
    """Whether it is a network, or a part of one, whose mode was set."""
    while True:
        match node:
            case ast.Call(ast.Attribute(inner, method), [], []) if method in PARTS:
                node = inner
            case ast.Name() | ast.Attribute() | ast.Subscript():
                if (found := memory.held(node)) is not None:
                    return found == NOTHING
                if isinstance(node, ast.Name):
                    return False
                node = node.value
            case _:
                return False


def _has_no_mode(node: ast.expr) -> bool:
    """``nn.Flatten()``: a new layer that does the same in both modes."""
    return isinstance(node, ast.Call) and not any(
        DEPENDS.search(name_of(inner)) for inner in walk(node) if isinstance(inner, ast.expr)
    )
