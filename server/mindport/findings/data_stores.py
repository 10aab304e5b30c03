"""``p.data = x`` and ``layer.weight *= x`` (MP209): the parameter has to keep its memory.

MindSpore gives the parameter other memory there, and an optimizer that took a step before goes on
with the old one: nothing is trained any more, and nothing tells of it. ``copy_`` writes into it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from mindport.findings.inplace import COPIED, COPY, copied, result_of
from mindport.findings.site import Site
from mindport.nodes import find, function_around, is_pure
from mindport.report import Finding, Fix, Piece
from mindport.symbols.dtypes import dtype_of
from mindport.symbols.fresh import WITH_TWIN
from mindport.symbols.uses import Use
from mindport.symbols.values import LAYER_PARAMETERS, UNKNOWN, is_tensor
from mindport.texts import Text, join

DATA = "torch.Tensor.data"
MESSAGE = Text(
    "MindSpore gives the parameter other memory here, and an optimizer that took a step before goes "
    "on with the old one: it trains nothing any more. copy_ keeps the memory.",
    "MindSpore 在此会更换参数的内存，而此前已执行过更新的优化器仍使用旧内存，之后不再训练该参数。copy_ "
    "会保留内存。",
)
SHAPE = Text(
    "Where the value has another shape, copy_ raises or spreads it; where torch would share its "
    "memory, it is copied.",
    "若该值形状不同，copy_ 会报错或广播；torch 会共享内存之处，此处为拷贝。",
)
TAKEN = Text("It is taken for a layer's parameter.", "此处将其视为某层的参数。")
# Functions that set up a network, before there is an optimizer.
BEFORE = ("init", "reset", "build", "load")


def data_store_findings(site: Site, spoken: Collection[ast.AST] = ()) -> Iterator[Finding]:
    """A finding for each store that takes a parameter's memory away; not of what is ``spoken``."""
    for use in site.bindings.uses:
        if use.context != "store" or use.statement in spoken or not _is_of_parameter(site, use):
            continue
        name = "" if use.function is None else getattr(use.function.node, "name", "")
        if any(word in name.lower() for word in BEFORE):
            continue
        fix = _fix(site, use)
        if fix is not None or isinstance(use.statement, ast.AugAssign):
            span = site.document.span(use.node)
            message = join(MESSAGE, None if fix is None else fix.caution)
            yield Finding("MP209", "warning", use.symbol, COPY, use.confidence, message, span, fix)
    tree = site.document.tree
    if tree is not None:
        for statement in find(tree, ast.Assign):
            yield from _masked(site, function_around(tree, statement) or tree, statement)


def _masked(site: Site, within: ast.AST, statement: ast.Assign) -> Iterator[Finding]:
    """``p[p < 0] = 0``, which gives other memory, and ``p.data[mask] = 0``, which is lost."""
    match statement.targets:
        case [ast.Subscript(value=base, slice=mask)]:
            certain = _is_parameter(site, base)
        case _:
            return
    if certain is None or dtype_of(mask, within) != "bool":
        return
    span, value = site.document.span, statement.value
    filled: tuple[Piece, ...] = ()
    if _is_number(value) and is_pure(base):
        filled = (span(base), ".masked_fill(", span(mask), ", ", span(value), ")")
    fix = None
    if edits := copied(site, statement, base, filled):
        fix = Fix(COPIED, "safe", edits) if certain else Fix(COPIED, "unsafe", edits, TAKEN)
    message = MESSAGE if certain else join(MESSAGE, TAKEN)
    place = span(statement.targets[0])
    yield Finding("MP209", "warning", "torch.Tensor", COPY, "likely", message, place, fix)


def _is_parameter(site: Site, node: ast.expr) -> bool | None:
    """Whether it is a layer's parameter, a Parameter, or the ``data`` of one for certain; None where
    it is surely none, or nothing of torch is in the file."""
    if isinstance(node, ast.Attribute) and node.attr == "data":
        return _is_parameter(site, node.value)
    value = site.bindings.values.get(node, UNKNOWN)
    if isinstance(node, ast.Attribute) and node.attr in ("weight", "bias"):
        if value is UNKNOWN:
            return False if site.bindings.uses else None
        return True if is_tensor(value) else None
    return True if value.name == "torch.nn.Parameter" else None


def _is_of_parameter(site: Site, use: Use) -> bool:
    """Whether it is ``p.data`` of what may be a parameter, or a layer's parameter that an operator
    changes."""
    if use.receiver is None or use.statement is None:
        return False
    if use.symbol == DATA:
        value = site.bindings.values.get(use.receiver, UNKNOWN)
        held = isinstance(use.receiver, ast.Attribute)
        return held or value.likely or value.name.endswith(".Parameter")
    layers = use.symbol.startswith("torch.nn.") and isinstance(use.statement, ast.AugAssign)
    return layers and use.symbol.rpartition(".")[2] in LAYER_PARAMETERS


def _fix(site: Site, use: Use) -> Fix | None:
    statement = use.statement
    keeps, value = True, tuple[Piece, ...]()
    if isinstance(statement, ast.AugAssign) and is_pure(use.node):
        value = result_of(site, statement)
    elif isinstance(statement, ast.Assign) and statement.targets == [use.node]:
        keeps, value = (
            _keeps_shape(use.node, statement.value),
            (site.document.span(statement.value),),
        )
    if statement is None or not (edits := copied(site, statement, use.node, value)):
        return None
    return Fix(COPIED, "safe", edits) if keeps else Fix(COPIED, "unsafe", edits, SHAPE)


def _keeps_shape(target: ast.expr, value: ast.expr) -> bool:
    """``p.data * 0.9``, ``p.data.clamp(-1, 1)``: computed of the tensor itself.

    Where the other operand were of more axes, copy_ would raise.
    """
    if ast.unparse(value) == ast.unparse(target):
        return True
    match value:
        case ast.BinOp(left, _, right):
            return _keeps_shape(target, left) or _keeps_shape(target, right)
        case ast.UnaryOp(ast.USub(), operand):
            return _keeps_shape(target, operand)
        case ast.Call(ast.Attribute(owner, name), args, []):
            same = name in WITH_TWIN and all(_is_number(one) for one in args)
            return same and _keeps_shape(target, owner)
    return False


def _is_number(node: ast.expr) -> bool:
    operand = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(operand, ast.Constant) and isinstance(operand.value, int | float)
