"""Items that a mask picks and that graph mode does not set or take (MP402)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from mindport.document import Span
from mindport.findings.graph.branches import REDUCES
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.constant_tensors import OPERATORS
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.masked_values import (
    is_of_each_item,
    names_of_picked,
    of_all_items,
)
from mindport.findings.graph.parameter_data import is_parameter
from mindport.findings.graph.scopes import Scope, has_another, scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import free_name, indentation_of, names_of_function
from mindport.nodes import attribute_of_self, find, kept, name_of, walk
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.assignments import assigned
from mindport.symbols.fresh import FRESH
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

SET = Text(
    "Graph mode sets what a mask picks to one number alone; write "
    "x = ops.where(mask, values, x), with values for all of x.",
    "静态图模式只能将掩码选中的元素设为同一个数；请写成 x = ops.where(mask, values, x)，其中 values 覆盖整个 x。",
)
ROW = Text(
    "Graph mode sets the rows that a mask picks to a tensor where the index has the other axes, too: "
    "x[mask, :] = row.",
    "静态图模式用张量设置掩码选中的行时，下标须写出其余各轴：x[mask, :] = row。",
)
MIXED = Text(
    "Graph mode takes no mask beside a tensor of places; pick by one behind the other.",
    "静态图模式不支持掩码与下标张量并用，请分两步选取。",
)
AXES = Text("Write the other axes out", "写出其余各轴")
DEEPEST = 8
STEPS = Text("Pick by the mask first", "先用掩码选取")
TITLE = Text("Choose by ops.where", "改用 ops.where 选取")
ASKS = frozenset({"isnan", "isinf", "isfinite", "logical_and", "logical_or", "logical_not", "eq", "ne",
                  "gt", "ge", "lt", "le", "isclose", "isin", "bool"})  # fmt: skip
# What makes a mask of a mask: ``(places == i).any(-1)``.
KEEPS = frozenset(
    {"any", "all", "view", "reshape", "flatten", "squeeze", "unsqueeze", "expand_dims"}
)


def mask_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a place."""
    for function in code.functions:
        masks = kept(function.node, masks_of)
        fixes = dict(_fixes(site, function))
        for node in function.nodes:
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript):
                if is_mask(node.target.slice, masks):
                    yield told(site, "MP402", node.target, SET, fixes.get(node))
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    picks = isinstance(target, ast.Subscript) and is_mask(target.slice, masks)
                    if picks and _has_items(site, node.value, masks):
                        yield told(site, "MP402", target, SET, fixes.get(node))
                    elif _is_mask_of_rows(target, masks) and _is_a_row(function, node.value):
                        yield told(site, "MP402", target, ROW, _with_axes(site, target))
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
                parts = node.slice.elts
                others = [part for part in parts if not is_mask(part, masks)]
                if len(others) == len(parts) or not any(_is_places(site, one) for one in others):
                    continue
                beside = [one for part in others for one in _picked_beside(function, part, masks)]
                if is_mask(parts[0], masks) and all(_is_direct(function, p, masks) for p in others):
                    # As many places as the mask picks: with MindSpore 2.10.0 it is right where the
                    # number of axes of each is known.
                    if beside:
                        yield told(site, "MP402", node, MIXED, _in_two_steps(site, beside, masks))
                else:
                    yield told(site, "MP402", node, MIXED)


def _fixes(site: Site, function: Function) -> Iterator[tuple[ast.stmt, Fix]]:
    """``x = ops.where(mask, y, x)`` for ``x[mask] = y[mask]``, and for ``x[mask] += 1``.

    The same of ``x[mask] = y[mask] * 2``. A mask that is a comparison of ``x`` or ``y`` has an item for
    each of theirs; another one gets the axes that it lacks. Nothing else holds what is changed, and
    it is no part of another tensor.
    """
    span = site.document.span
    for scope in scopes(function):
        made = [one for one in scope.nodes if isinstance(one, ast.Assign)]
        compared = {
            target.id: one.value
            for one in made
            for target in one.targets
            if isinstance(target, ast.Name)
        }
        given = {one.arg for one in function.parameters} | scope.free
        for node in scope.nodes:
            if not isinstance(node, ast.Assign | ast.AugAssign):
                continue
            target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
            name = getattr(target.value, "id", "") if isinstance(target, ast.Subscript) else ""
            if not isinstance(target, ast.Subscript) or not name or name in given:
                continue
            mask = target.slice
            known = _compared(compared, mask) & {name, *names_of_picked(node.value, mask)}
            values = _values(site, node, name, mask)
            if (
                values is None
                or len(getattr(node, "targets", "1")) > 1
                or not (known or _is_a_mask(site, made, mask))
                or has_another(scope, name)
                or not _is_its_own(scope, name)
            ):
                continue
            above, chosen = (
                ((), (span(mask),))
                if known
                else _with_all_axes(site, function.node, name, mask, node)
            )
            where = (f"{name} = ", Name("mindspore.ops.where"), "(", *chosen, ", ")
            edit = Edit(span(node), (*above, *where, *values, f", {name})"))
            yield node, Fix(TITLE, "safe", (edit,))


def _compared(made: Mapping[str, ast.expr], mask: ast.expr) -> set[str]:
    """The names of the tensors that have an item for each of a mask's: ``x`` of ``x > 0`` and ``~(x > 0)``,
    also by a name for it."""
    match mask:
        case ast.Name(name) if name in made:
            return _compared({}, made[name])
        case ast.UnaryOp(ast.Invert(), inner):
            return _compared(made, inner)
        case ast.Compare(left, _, others):
            return {one.id for one in (left, *others) if isinstance(one, ast.Name)}
        case ast.Call(func, [ast.Name(name)], []) if name_of(func) in ASKS:
            return {name}
    return set()


def _values(
    site: Site, node: ast.Assign | ast.AugAssign, name: str, mask: ast.expr
) -> tuple[Piece, ...] | None:
    """What all items would be set to; None where that is not known."""
    values = of_all_items(site, node.value, mask)
    if isinstance(node, ast.Assign):
        return values
    operator = OPERATORS.get(type(node.op))
    number = is_of_each_item(node.value)
    span = site.document.span(node.value)
    if number and operator is not None:
        return f"{name} {operator} ", span
    if values is None or operator not in ("+", "-", "*"):
        return None
    return f"{name} {operator} ", *(values if _is_tight(node.value) else ("(", *values, ")"))


def _is_tight(value: ast.expr) -> bool:
    return isinstance(value, ast.Subscript | ast.Call)


def _with_all_axes(
    site: Site, function: Definition, name: str, mask: ast.expr, node: ast.stmt
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """A statement that names the mask, where it has none, and the mask with the axes that it lacks."""
    document = site.document
    if isinstance(mask, ast.Name):
        called, above = mask.id, tuple[Piece, ...]()
    else:
        called = free_name("picked", names_of_function(function))
        break_ = document.newline + indentation_of(document, node)
        above = (f"{called} = ", document.span(mask), break_)
    return above, (f"{called}.reshape({called}.shape + (1,) * ({name}.ndim - {called}.ndim))",)


def _is_its_own(scope: Scope, name: str) -> bool:
    """Whether a name is given in this scope alone, and new tensors alone: a part of another tensor, and
    what a function or a loop is given, would be changed with it."""
    values = assigned(name, scope.node, changed=True)
    return bool(values) and all(map(_is_new, values or ()))


def _is_new(value: ast.expr) -> bool:
    match value:
        case ast.BinOp() | ast.UnaryOp() | ast.Compare():
            return True
        case ast.Call(ast.Attribute(ast.Call() | ast.BinOp() as inner)) if _is_new(inner):
            return True
        case ast.Subscript(ast.Call() | ast.BinOp() | ast.Subscript() as inner):
            return _is_new(inner)  # a part of what has no name
        case ast.Call(func):
            return name_of(func) in FRESH or attribute_of_self(func) is not None
    return False


def _is_a_mask(site: Site, made: Sequence[ast.Assign], mask: ast.expr) -> bool:
    """A text that gives truth values of a tensor, and a name that is given such alone."""
    if not isinstance(mask, ast.Name):
        names = [one for one in find(mask, ast.Name) if _is_a_mask(site, made, one)]
        values = site.bindings.values
        asked = bool(names) or any(
            is_tensor(values.get(one, UNKNOWN)) for one in walk(mask) if isinstance(one, ast.expr)
        )
        return asked and is_mask(mask, {one.id for one in names})
    given = [
        one.value for one in made if any(getattr(each, "id", "") == mask.id for each in one.targets)
    ]
    return bool(given) and all(is_mask(value, set()) for value in given)


def masks_of(function: ast.AST) -> set[str]:
    """Names that stand for a mask: ``mask = x > 0``, and arguments that are called so."""
    found = {one.arg for one in find(function, ast.arg) if one.arg.endswith("mask")}
    for node in find(function, ast.Assign):
        if is_mask(node.value, found):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def is_mask(node: ast.expr, masks: set[str]) -> bool:
    """Whether a text gives truth values; ``masks`` are the names that stand for such."""
    if isinstance(node, ast.Name):
        return node.id in masks
    if isinstance(node, ast.Compare):
        return not any(isinstance(one, ast.Is | ast.IsNot | ast.In | ast.NotIn) for one in node.ops)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert) and is_mask(node.operand, masks)
    if isinstance(node, ast.BinOp):
        joins = isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor | ast.Mult)
        return joins and is_mask(node.left, masks) and is_mask(node.right, masks)
    if isinstance(node, ast.Call) and name_of(node.func) in KEEPS:
        method = isinstance(node.func, ast.Attribute) and is_mask(node.func.value, masks)
        return method or (bool(node.args) and is_mask(node.args[0], masks))
    return isinstance(node, ast.Call) and name_of(node.func) in ASKS


def _has_items(site: Site, value: ast.expr, masks: set[str]) -> bool:
    """Whether what is set is a tensor with an item for each that the mask picks."""
    if isinstance(value, ast.Subscript):
        return is_mask(value.slice, masks)
    if isinstance(value, ast.BinOp):
        return any(_has_items(site, side, masks) for side in (value.left, value.right))
    if isinstance(value, ast.UnaryOp):
        return _has_items(site, value.operand, masks)
    if isinstance(value, ast.Call) and not value.args and name_of(value.func) in REDUCES:
        return False  # one number
    return isinstance(value, ast.Name | ast.Call) and is_tensor(
        site.bindings.values.get(value, UNKNOWN)
    )


def _is_mask_of_rows(target: ast.expr, masks: set[str]) -> bool:
    """``x[x[:, 0] > 0]``, and ``x[mask]`` of a mask that was made elsewhere."""
    if not isinstance(target, ast.Subscript):
        return False
    made = isinstance(target.slice, ast.Name) and target.slice.id.endswith("mask")
    return made or is_mask(target.slice, masks)


def _is_a_row(function: Function, value: ast.expr) -> bool:
    """A parameter of more than one number."""
    name = attribute_of_self(value)
    if name is None or not is_parameter(function, value) or function.owner is None:
        return False
    made = (
        node.value
        for node in walk(function.owner.node or function.node)
        if isinstance(node, ast.Assign) and any(attribute_of_self(t) == name for t in node.targets)
    )
    return not any(_is_of_one(value) for value in made)


def _is_of_one(value: ast.expr) -> bool:
    """``Parameter(ops.zeros(1))``, ``Parameter(Tensor(0.5))``."""
    given = [one.args for one in walk(value) if isinstance(one, ast.Call) and one.args]
    innermost = given[-1] if given else []
    if len(innermost) != 1:
        return False
    first = innermost[0]
    sizes = first.elts if isinstance(first, ast.Tuple | ast.List) else [first]
    return all(isinstance(one, ast.Constant) and one.value == 1 for one in sizes) or (
        isinstance(first, ast.Constant) and isinstance(first.value, float)
    )


def _with_axes(site: Site, target: ast.expr) -> Fix | None:
    """``x[mask, :]``."""
    assert isinstance(target, ast.Subscript)
    if not isinstance(target.slice, ast.Name | ast.Compare | ast.UnaryOp):
        return None
    end = site.document.span(target.slice).end
    return Fix(AXES, "safe", (Edit(Span(end, end), (", :",)),))


def _is_direct(function: Function, node: ast.expr, masks: set[str], depth: int = 0) -> bool:
    """``labels[mask]``, its whole numbers, or a name for such; what is picked by places that a mask
    picked, ``labels[matches[mask]]``, has axes that are not known."""
    match node:
        case ast.Call(ast.Attribute(inner, "long" | "int" | "to" | "argmax" | "argmin")):
            return _is_direct(function, inner, masks, depth + 1)
        case ast.Subscript(inner, index):
            parts = index.elts if isinstance(index, ast.Tuple) else [index]
            if is_mask(parts[0], masks):
                return True
            plain = all(isinstance(one, ast.Slice) or _is_number(one) for one in parts)
            return plain and _is_direct(function, inner, masks, depth + 1)
        case ast.BinOp(inner, _, right) if _is_number(right):
            return _is_direct(function, inner, masks, depth + 1)
        case ast.Name(name) if depth < DEEPEST:
            values = assigned(name, function.node) or []
            return bool(values) and all(
                _is_direct(function, value, masks, depth + 1) for value in values
            )
    return False


def _picked_beside(function: Function, node: ast.expr, masks: set[str]) -> Iterator[ast.Subscript]:
    """Each ``a[mask, 4]`` of ``a[mask, 4].long()``, also by the names that stand for such."""
    waiting, seen = [node], set[str]()
    for value in waiting:  # grows while it is read
        for one in walk(value):
            if isinstance(one, ast.Name) and one.id not in seen:
                seen.add(one.id)
                waiting += assigned(one.id, function.node) or ()
            elif isinstance(one, ast.Subscript) and any(
                is_mask(part, masks) for part in getattr(one.slice, "elts", ())
            ):
                yield one


def _in_two_steps(site: Site, beside: list[ast.Subscript], masks: set[str]) -> Fix | None:
    """``a[mask][:, 4]`` for ``a[mask, 4]``: the same in torch, and the number of axes is known."""
    edits = []
    for node in beside:
        assert isinstance(node.slice, ast.Tuple)
        mask, *others = node.slice.elts
        if not is_mask(mask, masks) or not all(map(_is_number, others)):
            return None
        between = Span(site.document.span(mask).end, site.document.span(others[0]).start)
        edits.append(Edit(between, ("][:, ",)))
    return Fix(STEPS, "safe", tuple(edits))


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_places(site: Site, node: ast.expr) -> bool:
    """A tensor of places; what a subscript gives in an index is one."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Subscript | ast.Name)
    return is_tensor(site.bindings.values.get(node, UNKNOWN))
