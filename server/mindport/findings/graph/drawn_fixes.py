"""Whole numbers that compiled code draws by numpy, drawn by MindSpore at each call (MP406)."""

from __future__ import annotations

import ast

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.site import Site
from mindport.nodes import find, parents, targets, walk
from mindport.report import Edit, Fix, Name, Piece
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

TITLE = Text("Draw at each call", "每次调用时生成")
WHOLE = frozenset({"mindspore.int32", "mindspore.int64"})


def drawn_anew(site: Site, code: Compiled, function: Function, node: ast.Call) -> Fix | None:
    """``ops.randint(0, n, (k,))`` for ``ms.tensor(np.random.randint(0, n, (k,)))``, and the order of
    drawn numbers for a permutation, where bounds and size are numbers that the compiler knows;
    ops.randint takes no others.

    Measured with MindSpore 2.10.0: each call draws anew, and set_seed makes runs repeatable.
    """
    tensor = parents(function.node).get(node)
    if not isinstance(tensor, ast.Call) or tensor.args != [node]:
        return None
    kinds = {keyword.arg: keyword.value for keyword in tensor.keywords}
    if code.dotted(tensor.func) != "mindspore.tensor" or not kinds.keys() <= {"dtype"}:
        return None
    dtype = kinds.get("dtype")
    drawn = _drawn(site, code, function, node, dtype)
    edits = () if drawn is None else (Edit(site.document.span(tensor), drawn),)
    return Fix(TITLE, "safe", edits) if edits else None


def _drawn(
    site: Site, code: Compiled, function: Function, node: ast.Call, dtype: ast.expr | None
) -> tuple[Piece, ...] | None:
    span = site.document.span
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    match code.dotted(node.func), node.args, named:
        case "numpy.random.permutation", [ast.expr() as count], {**rest} if not rest:
            if not _is_known(site, function, count) or _is_shape(count):
                return None
            order: Piece = span(dtype) if dtype is not None else Name("mindspore.int64")
            draw = (Name("mindspore.ops.rand"), "((", span(count), ",))")
            return (Name("mindspore.ops.argsort"), "(", *draw, ").astype(", order, ")")
        case "numpy.random.randint", [low, high, size], {**rest} if not rest:
            bounds: list[ast.expr] = [low, high]
        case "numpy.random.randint", [high], {"size": size, **rest} if not rest:
            bounds = [high]
        case _:
            return None
    if not _is_shape(size) or not all(_is_known(site, function, n) for n in (*bounds, size)):
        return None
    least: list[Piece] = [] if len(bounds) == 2 else ["0, "]
    given: list[Piece] = [piece for one in (*bounds, size) for piece in (span(one), ", ")]
    call: list[Piece] = [Name("mindspore.ops.randint"), "(", *least, *given[:-1]]
    if dtype is None:
        call.append(")")
    elif code.dotted(dtype) in WHOLE:
        call += [", dtype=", span(dtype), ")"]
    else:
        call += [").astype(", span(dtype), ")"]
    return tuple(call)


def _is_shape(node: ast.expr) -> bool:
    """``(n, 2)``, ``x.shape``; a list is none."""
    written = isinstance(node, ast.Tuple) and bool(node.elts)
    return written or (isinstance(node, ast.Attribute) and node.attr == "shape")


def _is_known(site: Site, function: Function, node: ast.expr) -> bool:
    """Whether an expression is made of numbers, shapes, settings and names of such."""
    match node:
        case ast.Constant():
            return type(node.value) is int
        case ast.Attribute(attr="shape") | ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
        case ast.Attribute() | ast.Name() if is_tensor(site.bindings.values.get(node, UNKNOWN)):
            return False
        case ast.Attribute():
            return isinstance(node.value, ast.Name) and node.value.id == "self"
        case ast.Name():
            return _is_number(site, function, node.id)
        case ast.Tuple():
            return all(_is_known(site, function, one) for one in node.elts)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv()):
            return all(_is_known(site, function, one) for one in (node.left, node.right))
    return False


def _is_number(site: Site, function: Function, name: str) -> bool:
    """Whether a name stands for a number alone: it is bound once, above all else, or declared as one."""
    declared = [one for one in find(function.node, ast.arg) if one.arg == name]
    if declared:
        return all(
            isinstance(a.annotation, ast.Name) and a.annotation.id == "int" for a in declared
        )
    bound = [s for s in walk(function.node) if any(_binds(target, name) for target in targets(s))]
    match bound:
        case [ast.Assign(targets=[ast.Tuple()], value=ast.Attribute(attr="shape"))]:
            return True
        case [ast.Assign(targets=[ast.Name()], value=value)]:
            used = {one.id for one in find(value, ast.Name)}
            return name not in used and _is_known(site, function, value)
    return False


def _binds(target: ast.expr, name: str) -> bool:
    return any(one.id == name for one in find(target, ast.Name))
