"""``p.data = x`` and ``layer.weight *= x`` (MP209): the parameter has to keep its memory.

MindSpore gives the parameter other memory there, and an optimizer that took a step before goes on
with the old one: nothing is trained any more, and nothing tells of it. ``copy_`` writes into it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from mindport.findings.inplace import COPIED, COPY, OPERATORS
from mindport.findings.site import Site
from mindport.nodes import find, walk
from mindport.report import Edit, Finding, Fix, Operand, Piece
from mindport.symbols.fresh import WITH_TWIN
from mindport.symbols.uses import Use
from mindport.symbols.values import LAYER_PARAMETERS, UNKNOWN
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
    if site.document.tree is not None:
        for statement in find(site.document.tree, ast.Assign):
            yield from _masked(site, statement)


def _masked(site: Site, statement: ast.Assign) -> Iterator[Finding]:
    """``p[p < 0] = 0``, which gives other memory, and ``p.data[p < 0] = 0``, which is lost."""
    match statement.targets:
        case [ast.Subscript(value=base, slice=ast.Compare() as mask)] if _is_parameter(site, base):
            pass
        case _:
            return
    document = site.document
    fix = None
    if _is_number(statement.value) and _is_pure(base) and "GPU" not in site.target.devices:
        target, value = document.span(base), document.span(statement.value)
        filled: tuple[Piece, ...] = (
            *(target, ".copy_(", target, ".masked_fill("),
            *(document.span(mask), ", ", value, "))"),
        )
        fix = Fix(COPIED, "safe", (Edit(document.span(statement), filled),))
    span = document.span(statement.targets[0])
    yield Finding("MP209", "warning", "torch.Tensor", COPY, "likely", MESSAGE, span, fix)


def _is_parameter(site: Site, node: ast.expr) -> bool:
    """Whether it is a layer's parameter, a Parameter, or the ``data`` of one."""
    if isinstance(node, ast.Attribute) and node.attr == "data":
        return _is_parameter(site, node.value)
    if isinstance(node, ast.Attribute) and node.attr in ("weight", "bias"):
        return True
    return site.bindings.values.get(node, UNKNOWN).name == "torch.nn.Parameter"


def _is_of_parameter(site: Site, use: Use) -> bool:
    """Whether it is ``p.data`` of what may be a parameter, or a layer's parameter that an operator
    changes."""
    if use.receiver is None or use.statement is None:
        return False
    if use.symbol == DATA:
        value = site.bindings.values.get(use.receiver, UNKNOWN)
        held = isinstance(use.receiver, ast.Attribute)
        return held or value.likely or value.name.endswith(".Parameter")
    layers = use.symbol.startswith("torch.nn.") and use.node is _changed(use.statement)
    return layers and use.symbol.rpartition(".")[2] in LAYER_PARAMETERS


def _changed(statement: ast.stmt) -> ast.expr | None:
    return statement.target if isinstance(statement, ast.AugAssign) else None


def _fix(site: Site, use: Use) -> Fix | None:
    statement, document = use.statement, site.document
    if "GPU" in site.target.devices:
        return None  # the tensor's copy_ is not known to work there
    if isinstance(statement, ast.AugAssign):
        operator = OPERATORS.get(type(statement.op))
        if statement.target is not use.node or operator is None or not _is_pure(use.node):
            return None
        target, value = document.span(use.node), Operand(document.span(statement.value))
        pieces: tuple[Piece, ...] = (target, ".copy_(", target, f" {operator} ", value, ")")
        return Fix(COPIED, "safe", (Edit(document.span(statement), pieces),))
    if not isinstance(statement, ast.Assign) or statement.targets != [use.node]:
        return None
    span = document.span(statement)
    pieces = (document.span(use.node), ".copy_(", document.span(statement.value), ")")
    if _keeps_shape(use.node, statement.value):
        return Fix(COPIED, "safe", (Edit(span, pieces),))
    return Fix(COPIED, "unsafe", (Edit(span, pieces),), SHAPE)


def _is_pure(node: ast.expr) -> bool:
    """Whether the expression can be evaluated twice."""
    return all(
        isinstance(inner, ast.Name | ast.Attribute | ast.Subscript | ast.Constant)
        for inner in walk(node)
    )


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
