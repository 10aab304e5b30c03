"""Quotients of whole numbers that are known when the graph is compiled (MP402): ``arange(0, 6, 2) / 6``.

MindSpore 2.10.0 divides such a tensor as Python does, and has float64 where torch and PyNative have
float32: a layer behind it raises. What the network is given, and what is cast before, is right.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import assigned
from mindport.symbols.dtypes import dtype_of
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

DOUBLE = Text(
    "Graph mode divides whole numbers that are known when it compiles into float64, torch into float32: "
    "a layer behind it raises. Write x.float() / n.",
    "静态图模式在编译期将已知的整数张量相除时得到 float64，而 torch 得到 float32，其后的层会报错。请写成 x.float() / n。",
)
TITLE = Text("Cast to float before", "先转换为 float")
INTEGERS = frozenset({"int8", "int16", "int32", "int64", "uint8"})
MAKERS = frozenset({"arange", "tensor", "zeros", "ones", "full", "LongTensor", "IntTensor"})
KEEPS = frozenset({"long", "int", "view", "reshape", "unsqueeze", "expand", "repeat", "flip", "t"})
ATOMS = (ast.Name, ast.Call, ast.Attribute, ast.Subscript)
DEEPEST = 4


def folded_quotient_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a quotient."""
    for function in code.functions:
        for node in function.nodes:
            match node:
                case ast.BinOp(left, ast.Div(), right):
                    parts = left, right
                case ast.Call(
                    ast.Attribute(_, "div" | "divide" | "true_divide"), [left, right], []
                ):
                    parts = left, right
                case _:
                    continue
            dividend, divisor = parts
            within = function.node
            if _is_made(code, dividend, within) and _is_known(site, code, divisor, within):
                span = site.document.span(dividend)
                is_atom = isinstance(dividend, ATOMS)
                pieces = (span, ".float()") if is_atom else ("(", span, ").float()")
                fix = Fix(TITLE, "safe", (Edit(span, pieces),))
                yield told(site, "MP402", node, DOUBLE, fix)


def _is_known(site: Site, code: Compiled, node: ast.expr, within: ast.AST) -> bool:
    """A number, or a tensor that is made of numbers there."""
    value = site.bindings.values.get(node, UNKNOWN)
    return not is_tensor(value) or _is_made(code, node, within)


def _is_made(code: Compiled, node: ast.expr, within: ast.AST, depth: int = 0) -> bool:
    """Whether it is a tensor of whole numbers that is made there of numbers alone."""
    if depth > DEEPEST:
        return False
    match node:
        case ast.Name(name):
            values = assigned(name, within) or []
            return bool(values) and all(_is_made(code, one, within, depth + 1) for one in values)
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
            sides = (left, right)
            made = [_is_made(code, one, within, depth + 1) for one in sides]
            return any(made) and all(
                known or _is_number(one) for known, one in zip(made, sides, strict=True)
            )
        case ast.Call(func, args):
            module = code.dotted(func).rpartition(".")[0]
            if module.startswith(("torch", "mindspore")):
                return name_of(func) in MAKERS and _is_whole(node, args, within)
            if isinstance(func, ast.Attribute) and func.attr in KEEPS:
                return _is_made(code, func.value, within, depth + 1)
    return False


def _is_whole(node: ast.Call, args: list[ast.expr], within: ast.AST) -> bool:
    """Whether its dtype is one of whole numbers; an ``arange`` of numbers without a point has such."""
    dtype = dtype_of(node, within)
    if dtype:
        return dtype in INTEGERS
    if name_of(node.func) != "arange" or any(one.arg == "dtype" for one in node.keywords):
        return False
    return not any(
        isinstance(one, ast.Constant) and isinstance(one.value, float)
        for given in args
        for one in ast.walk(given)
    )


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int
