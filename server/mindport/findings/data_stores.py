"""``p.data = x`` and ``layer.weight *= x`` (MP209): the parameter has to keep its memory.

MindSpore gives the parameter other memory there, and an optimizer that took a step before goes on
with the old one: nothing is trained any more, and nothing tells of it. ``copy_`` writes into it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from mindport.findings.inplace import COPIED, COPY, copied, result_of
from mindport.findings.shared_data import is_read_again
from mindport.findings.site import Site
from mindport.nodes import find, function_around, is_pure, kept, name_of
from mindport.report import Edit, Finding, Fix, Operand, Piece
from mindport.symbols.beginnings import is_beginning
from mindport.symbols.dtypes import dtype_of
from mindport.symbols.fresh import WITH_TWIN
from mindport.symbols.reached import in_forwards
from mindport.symbols.uses import Use
from mindport.symbols.values import LAYER_PARAMETERS, UNKNOWN, is_tensor
from mindport.texts import Text, join

DATA = "torch.Tensor.data"
WRITES = ".copy_("
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
SHARED = Text(
    "In torch the parameter and what is given here share their memory from now on, so that training "
    "changes what is given, which is read again later; copy_ does not do that. If a copy is meant, write "
    "clone() behind it.",
    "在 torch 中，参数与此处给出的张量自此共享内存：训练会同时改变该张量，而之后还会再次读取它；copy_ "
    "不会如此。若本意是拷贝，请在其后加上 clone()。",
)
GATHERED = Text(
    "What an index that is a tensor or a list picks of a parameter is lost in MindSpore when it is assigned "
    "to its data, and assigned to the parameter itself gives that other memory, which an optimizer that "
    "took a step before does not have. Change a copy, and copy_ it back.",
    "以张量或列表为索引赋值时：赋给参数的 data 在 MindSpore 中会丢失，赋给参数本身则会更换其内存，而此前已执行过更新"
    "的优化器仍使用旧内存。请修改副本，再用 copy_ 写回。",
)
TAKEN = Text("It is taken for a layer's parameter.", "此处将其视为某层的参数。")


# What people call a parameter, and an index that picks several.
CALLED_PARAMETER = re.compile(r"(?:\w*_)?(?:p|w|par|param|parameter|weight|bias)(?:_\w+|\d)?")
CALLED_INDEX = re.compile(
    r"(?:\w*_)?(?:\w*masks?|idxs?|index|indices|inds?|ids|keep|perm|pruned?)\w{0,2}"
)


def data_store_findings(site: Site, spoken: Collection[ast.AST] = ()) -> Iterator[Finding]:
    """A finding for each store that takes a parameter's memory away; not of what is ``spoken``."""
    tree = site.document.tree
    if tree is None:
        return
    for use in site.bindings.uses:
        if use.context != "store" or use.statement in spoken or not _is_of_parameter(site, use):
            continue
        if use.function is not None and is_beginning(tree, use.node):
            continue
        span = site.document.span(use.node)
        if (several := _several(use)) is not None:
            if several.elts[0] is use.node:
                fix = _swapped(site, use, several)
                yield Finding(
                    "MP209", "warning", use.symbol, COPY, use.confidence, MESSAGE, span, fix
                )
            continue
        if _is_shared(tree, use.statement):
            yield Finding("MP209", "warning", use.symbol, COPY, use.confidence, SHARED, span)
            continue
        fix = _fix(site, use)
        if fix is not None or isinstance(use.statement, ast.AugAssign):
            message = join(MESSAGE, None if fix is None else fix.caution)
            yield Finding("MP209", "warning", use.symbol, COPY, use.confidence, message, span, fix)
    for statement in find(tree, ast.Assign):
        yield from _masked(site, function_around(tree, statement) or tree, statement)
    known = {use.node for use in site.bindings.uses if use.context == "store"} | {*spoken}
    for assigned in find(tree, ast.Assign):
        value = (site.document.span(assigned.value),)
        if isinstance(assigned.value, ast.Dict | ast.List) or len(assigned.targets) > 1:
            continue
        yield from _unknown(
            site, tree, assigned, assigned.targets[0], known, value, join(TAKEN, SHAPE)
        )
    for changed in find(tree, ast.AugAssign):
        yield from _unknown(
            site, tree, changed, changed.target, known, result_of(site, changed), TAKEN
        )


def _several(use: Use) -> ast.Tuple | None:
    """The targets of ``p.data, q.data = q.data, p.data``."""
    match use.statement:
        case ast.Assign([ast.Tuple() as targets]) if use.node in targets.elts:
            return targets
    return None


def _swapped(site: Site, use: Use, targets: ast.Tuple) -> Fix | None:
    """``p.data.copy_(q.data)`` and back, by a copy of what ``p`` had."""
    statement, document = use.statement, site.document
    names = [ast.unparse(one) for one in targets.elts]
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Tuple):
        return None
    given = [ast.unparse(one) for one in statement.value.elts]
    if len(names) != 2 or given != names[::-1] or not all(map(is_pure, targets.elts)):
        return None
    if "GPU" in site.target.devices:
        return None
    start = document.span(statement).start
    indent = document.text[document.line_starts[document.line_of(start)] : start]
    taken = {name.id for name in find(document.tree, ast.Name)} if document.tree else set()
    kept_as = next(
        n for n in ("swapped", *(f"swapped_{i}" for i in range(1, 99))) if n not in taken
    )
    one, other = (document.span(target) for target in targets.elts)
    line = f"{document.newline}{indent}"
    pieces = (f"{kept_as} = ", one, f".copy(){line}", one, ".copy_(", other, f"){line}", other,
              f".copy_({kept_as})")  # fmt: skip
    return (
        None if indent.strip() else Fix(COPIED, "safe", (Edit(document.span(statement), pieces),))
    )


def _is_shared(tree: ast.Module, statement: ast.stmt | None) -> bool:
    return isinstance(statement, ast.Assign) and is_read_again(tree, statement)


def _unknown(
    site: Site,
    tree: ast.Module,
    statement: ast.stmt,
    target: ast.expr,
    known: Collection[ast.AST],
    value: tuple[Piece, ...],
    caution: Text,
) -> Iterator[Finding]:
    """``p.data = e`` and ``m.weight *= 2`` of what only its name tells to be a parameter."""
    if target in known or statement in known:
        return
    changed = isinstance(statement, ast.AugAssign) and _is_changed_weight(site, target)
    if not (changed or _is_called_parameter(site, target)) or is_beginning(tree, target):
        return
    fix, place = None, site.document.span(target)
    if _is_shared(tree, statement):
        yield Finding("MP209", "warning", DATA, COPY, "likely", join(SHARED, TAKEN), place)
        return
    if is_pure(target) and (edits := copied(site, statement, target, value)):
        fix = Fix(COPIED, "unsafe", edits, caution)
    message = join(MESSAGE, TAKEN)
    yield Finding("MP209", "warning", DATA, COPY, "likely", message, place, fix)


def _is_called_parameter(site: Site, target: ast.expr) -> bool:
    """``p.data``, ``m.fc.weight.data``, of which nothing tells what ``p`` and ``m`` are."""
    if not isinstance(target, ast.Attribute) or target.attr != "data" or not has_tensors(site):
        return False
    value = site.bindings.values.get(target.value, UNKNOWN)
    named = CALLED_PARAMETER.fullmatch(name_of(target.value).lower())
    return value is UNKNOWN and named is not None


def has_tensors(site: Site) -> bool:
    """Whether the file is torch's, or was moved and has this left."""
    return bool(site.bindings.uses) or "mindspore" in site.document.text


def _is_changed_weight(site: Site, target: ast.expr) -> bool:
    """``layer.weight *= mask`` of what nothing tells of; what a class keeps itself may be a number."""
    match target:
        case ast.Attribute(value=holder, attr="weight" | "bias"):
            known = site.bindings.values.get(holder, UNKNOWN) is not UNKNOWN
            return not known and name_of(holder) != "self" and has_tensors(site)
    return False


def _masked(site: Site, within: ast.AST, statement: ast.Assign) -> Iterator[Finding]:
    """``p[p < 0] = 0``, which gives other memory, and ``p.data[mask] = 0``, which is lost."""
    match statement.targets:
        case [ast.Subscript(value=base, slice=mask)]:
            certain = _is_parameter(site, base)
            if certain is None and _is_called_parameter(site, base):
                certain = False
        case _:
            return
    if certain is None:
        return
    if dtype_of(mask, within) != "bool":
        if _picks_several(mask, within):
            place = site.document.span(statement.targets[0])
            message = GATHERED if certain else join(GATHERED, TAKEN)
            yield Finding("MP209", "warning", "torch.Tensor", COPY, "likely", message, place)
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


def _picks_several(index: ast.expr, within: ast.AST) -> bool:
    """Whether an index may be a tensor or a list: ``w[:, index]``, ``w[mask == 0]``."""
    match index:
        case ast.Tuple(items):
            return any(_picks_several(item, within) for item in items)
        case ast.List() | ast.Compare():
            return True
        case ast.UnaryOp(ast.Invert(), operand):
            return _picks_several(operand, within)
    if isinstance(index, ast.Name) and _counts(index.id, within):
        return False
    named = isinstance(index, ast.Name | ast.Attribute)
    return named and CALLED_INDEX.fullmatch(name_of(index).lower()) is not None


def _counts(name: str, within: ast.AST) -> bool:
    """``for index in range(n)``, ``for index, p in enumerate(ps)``."""
    for loop in find(within, ast.For):
        if isinstance(loop.iter, ast.Call) and name_of(loop.iter.func) in ("range", "enumerate"):
            target = loop.target.elts[0] if isinstance(loop.target, ast.Tuple) else loop.target
            if isinstance(target, ast.Name) and target.id == name:
                return True
    return False


def written_parameter(site: Site, use: Use, finding: Finding | None) -> Finding | None:
    """``finding`` with a fix that writes to a parameter inside of a forward through its data: MindSpore
    refuses ``p.copy_(...)`` where ``p`` is differentiated."""
    if finding is None or finding.fix is None or use.receiver is None:
        return finding
    if not _is_parameter(site, use.receiver):
        return finding
    through, place = _through(site, use.receiver), Operand(site.document.span(use.receiver))
    edits = tuple(
        replace(edit, pieces=(place, f"{through}{edit.pieces[1]}", *edit.pieces[2:]))
        if edit.pieces[:1] == (place,) and edit.pieces[1:2] == (WRITES,)
        else edit
        for edit in finding.fix.edits
    )
    return replace(finding, fix=replace(finding.fix, edits=edits))


def _through(site: Site, target: ast.expr) -> str:
    """``.data`` where a parameter is changed in a forward, or in what it calls."""
    tree = site.document.tree
    assert tree is not None
    if isinstance(target, ast.Attribute) and target.attr == "data":
        return ""
    return ".data" if function_around(tree, target) in kept(tree, in_forwards) else ""


def _is_parameter(site: Site, node: ast.expr) -> bool | None:
    """Whether it is a layer's parameter, a Parameter, or the ``data`` of one for certain; None where
    it is surely none, or nothing of torch is in the file."""
    if isinstance(node, ast.Attribute) and node.attr == "data":
        return _is_parameter(site, node.value)
    value = site.bindings.values.get(node, UNKNOWN)
    if isinstance(node, ast.Attribute) and node.attr in ("weight", "bias"):
        if value is UNKNOWN:
            return False if has_tensors(site) else None
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
    if statement is None:
        return None
    edits = copied(site, statement, use.node, value, _through(site, use.node))
    if not edits:
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
