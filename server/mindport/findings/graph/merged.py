"""Tensors that graph mode holds once for several places, and that are changed in place (MP407).

MindSpore 2.10.0 makes equal values of one graph once: two tensors of zeros, be it in two Cells, two
equal expressions, the rounds of a loop, two calls of a function with the same arguments. ``0 + x`` is
``x`` itself, and so are ``x.repeat(1, 1)``, ``torch.roll(x, 0, 1)`` and ``x.double().float()``.
``+=``, ``-=``, ``*=`` and ``/=`` of a name or an item, and ``copy_``, then change what stands for all
of them. Gradients are wrong, too, where ``x += y`` comes before ``x[0] = z``. A new value,
``x = x + y``, setting items and the other methods that change in place are right.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.findings.callers import STOPPED
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.constant_tensors import HANDS_ON, OPERATORS, read_for_sizes
from mindport.findings.graph.constant_tensors import MAKERS as CONSTANTS
from mindport.findings.graph.masks import is_mask, masks_of
from mindport.findings.graph.repeated import Repeats, is_of_arguments, repeated_functions
from mindport.findings.graph.scopes import PUTS, Scope, scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import assigned_pairs, attribute_of_self, find, kept, lies_in, name_of, walk
from mindport.report import Edit, Finding, Fix, Operand, Piece
from mindport.symbols.fresh import VIEW_METHODS
from mindport.symbols.recasts import CASTS
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, filled

MERGED = Text(
    "Graph mode holds equal tensors once (zeros of one shape, 0 + x and x), and this change in place may "
    "reach the others. Write {0}.",
    "静态图模式会把相等的张量（同形状的 zeros、0 + x 与 x 等）合并为一个，此处的原地修改可能波及其他张量。请写成 {0}。",
)
SET = Text(
    "Graph mode computes wrong gradients where items of a tensor are set behind a change in place of all of it. "
    "Write {0}.",
    "静态图模式下，张量整体被原地修改之后再设置部分元素，梯度会出错。请写成 {0}。",
)
TITLE = Text("Give it a new tensor", "改为赋值新的张量")
IN_PLACE = (ast.Add, ast.Sub, ast.Mult, ast.Div)
MAKERS = frozenset(
    {"zeros", "ones", "full", "empty", "eye", "arange", "linspace", "logspace", "tensor"}
)
LIKE = frozenset(
    {"zeros_like", "ones_like", "full_like", "empty_like", "new_zeros", "new_ones", "new_full", "new_empty"}
)  # fmt: skip
DRAWS = frozenset(
    {"rand", "randn", "randint", "randperm", "rand_like", "randn_like", "randint_like", "normal", "normal_",
     "uniform_", "bernoulli", "bernoulli_", "multinomial", "dropout", "sample", "rsample"}
)  # fmt: skip
# What gives its operand itself where sizes or counts say so.
REPEATS, TURNS = frozenset({"repeat", "tile"}), frozenset({"roll", "rot90"})
KEEPS = HANDS_ON | VIEW_METHODS
MAX_DEPTH = 4  # names that stand for what is computed of other names
NUMBERS = frozenset({"int", "float", "bool", "str"})


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """``target += value``, or ``target.copy_(value)``; ``name`` is what is changed, or has the item."""

    node: ast.AugAssign | ast.Expr
    target: ast.expr
    value: ast.expr
    name: str


def merged_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a change."""
    repeated = repeated_functions(site, code)
    for function in code.functions:
        masks = kept(function.node, masks_of)
        stopped = [
            block
            for block in find(function.node, ast.With)
            if any(STOPPED.search(ast.unparse(one.context_expr)) for one in block.items)
        ]
        for scope in scopes(function):
            changes = [
                one
                for one in map(_change, scope.nodes)
                if one is not None
                and not _picks(one.target, masks)
                and not any(lies_in(one.node, block) for block in stopped)
            ]
            for name in dict.fromkeys(one.name for one in changes):
                of_name = [one for one in changes if one.name == name]
                yield from _of_name(site, code, scope, of_name, repeated.get(scope.node))


def _change(node: ast.AST) -> Change | None:
    match node:
        case ast.AugAssign(target, op, value) if isinstance(op, IN_PLACE):
            held = target.value if isinstance(target, ast.Subscript) else target
        case ast.Expr(ast.Call(ast.Attribute(target, "copy_"), [value], [])):
            held = target
        case _:
            return None
    return Change(node, target, value, held.id) if isinstance(held, ast.Name) else None


def _picks(target: ast.expr, masks: set[str]) -> bool:
    """``x[mask]``, whose place would be computed twice; ``x[f()]``, too."""
    if not isinstance(target, ast.Subscript):
        return False
    index = target.slice
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(is_mask(one, masks) for one in parts) or any(
        isinstance(one, ast.Call | ast.NamedExpr) for one in walk(target.slice)
    )


def _of_name(
    site: Site,
    code: Compiled,
    scope: Scope,
    changes: Sequence[Change],
    repeats: Repeats | None,
) -> Iterator[Finding]:
    name, message = changes[0].name, MERGED
    values = list(_given(scope, name))
    again = repeats is not None and any(
        _is_made_again(site, scope, one, is_same=repeats == "same") for one in values
    )
    items = [item for value in values for item in _items(value)]
    plain = [one for one in changes if not isinstance(one.target, ast.Subscript)]
    if items:
        wrong = [one for one in changes if one not in plain]
        if any(_is_constant(site, one) for one in items) or (
            any(map(_is_zero, items)) and _adds_what_is_held(site, scope, wrong)
        ):
            for one in wrong:
                written, fix = _written(site, one)
                yield told(site, "MP407", one.node, filled(MERGED, written), fix)
        return
    if any(code.dotted(one.func) in CONSTANTS for v in values for one in find(v, ast.Call)):
        changes = [one for one in changes if one not in plain]  # MP404 says more of the others
    adds = any(map(_is_zero, values)) and not _is_a_place(scope, name)
    counts = adds and _adds_what_is_held(site, scope, plain)
    itself = any(_is_an_operand(site, scope, one, changes) for one in values)
    if counts or itself or any(_is_a_sum(one) for one in values):
        changes = plain
    elif not again and not any(
        _is_constant(site, one) or _has_twin(site, scope, name, one) for one in values
    ):
        changes, message = plain, SET
        if not values or not changes or not _sets_items(scope, changes):
            return
    if not changes:
        return
    shared = _is_shared(scope, name, changes, is_number=all(map(_is_zero, values)))
    if (
        shared
        and message is MERGED
        and not counts
        and not itself
        and not again
        and not any(_has_twin(site, scope, name, one) for one in values)
    ):
        return
    for one in changes:
        written, fix = _written(site, one)
        yield told(site, "MP407", one.node, filled(message, written), None if shared else fix)


def _loops_around(scope: Scope, changes: Sequence[Change]) -> list[ast.For | ast.While]:
    loops = (one for one in scope.nodes if isinstance(one, ast.For | ast.While))
    return [loop for loop in loops if any(lies_in(one.node, loop) for one in changes)]


def _sets_items(scope: Scope, changes: Sequence[Change]) -> bool:
    """``x[0] = 1`` behind ``x += 1``: the gradient of what was there is not left out."""
    first = min(one.node.lineno for one in changes)
    around = _loops_around(scope, changes)
    return any(
        isinstance(target, ast.Subscript)
        and getattr(target.value, "id", "") == changes[0].name
        and (target.lineno > first or any(lies_in(target, loop) for loop in around))
        for node in scope.nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
    )


def _given(scope: Scope, name: str) -> Iterator[ast.expr]:
    """What a name is assigned."""
    for node in scope.nodes:
        if isinstance(node, ast.Assign):
            for target, value in assigned_pairs(node):
                if isinstance(target, ast.Name) and target.id == name:
                    yield value


def _items(value: ast.expr) -> Sequence[ast.expr]:
    """What a list or dict holds that is written out."""
    match value:
        case ast.List(items) | ast.Dict(_, items):
            return items
        case ast.ListComp(item) | ast.DictComp(_, item):
            return [item]
        case ast.BinOp(ast.List(items), ast.Mult(), _):
            return items
    return ()


def _is_zero(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and type(value.value) in (int, float) and not value.value


def _is_a_sum(value: ast.expr) -> bool:
    """``0 + x``, and ``sum(losses)``, which begins so."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        return _is_zero(value.left) or _is_zero(value.right)
    return isinstance(value, ast.Call) and getattr(value.func, "id", "") == "sum"


def _is_an_operand(site: Site, scope: Scope, value: ast.expr, changes: Sequence[Change]) -> bool:
    """Whether the graph may take for ``value`` a tensor that it is computed of, and that is still read."""
    match value:
        case ast.BinOp(left, ast.Add(), right):
            operands = [
                two for one, two in ((left, right), (right, left)) if _may_be_zero(site, one)
            ]
        case ast.Call(ast.Attribute(inner, method), arguments):
            if is_tensor(site.bindings.values.get(inner, UNKNOWN)):
                operand, given = inner, arguments
            elif arguments:
                operand, given = arguments[0], arguments[1:]
            else:
                return False
            given = [*given, *(one.value for one in value.keywords if one.arg != "dims")]
            if method in REPEATS:
                operands = [] if any(n > 1 for one in given for n in _numbers(one)) else [operand]
            elif method in TURNS:
                operands = [] if not given or any(_numbers(given[0])) else [operand]
            else:
                again = isinstance(operand, ast.Call) and name_of(operand.func) in CASTS
                operands = [operand] if method in CASTS and again else []
        case _:
            return False
    return any(_is_read_later(scope, one, changes) for one in operands)


def _numbers(node: ast.expr) -> list[float]:
    """The numbers that are written there, or in a tuple; none for what is computed."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List) else [node]
    parts = [one.operand if isinstance(one, ast.UnaryOp) else one for one in parts]
    found = (one.value for one in parts if isinstance(one, ast.Constant))
    return [one for one in found if isinstance(one, int | float)]


def _may_be_zero(site: Site, node: ast.expr) -> bool:
    """A tensor of zeros, or a number that nobody sees."""
    if isinstance(node, ast.Call):
        return name_of(node.func) in ("zeros", "zeros_like", "new_zeros")
    is_name = isinstance(node, ast.Name | ast.Attribute)
    return is_name and site.bindings.values.get(node, UNKNOWN).name in NUMBERS


def _is_read_later(scope: Scope, operand: ast.expr, changes: Sequence[Change]) -> bool:
    """Whether what ``operand`` is made of is read behind a change, or outlives the function."""
    first = min(one.node.lineno for one in changes)
    given = {one.arg for one in find(scope.node.args, ast.arg)} - {"self"}
    names = {one.id for one in find(operand, ast.Name)} - {changes[0].name}
    if names & given or any(attribute_of_self(one) for one in find(operand, ast.Attribute)):
        return True
    around = _loops_around(scope, changes)
    return any(
        one.id in names
        and isinstance(one.ctx, ast.Load)
        and (one.lineno >= first or any(lies_in(one, loop) for loop in around))
        for one in scope.nodes
        if isinstance(one, ast.Name)
    )


def _is_a_place(scope: Scope, name: str) -> bool:
    """``x[start : start + n]``, ``range(start)``: a number that counts places."""
    places = [
        one
        for one in scope.nodes
        if isinstance(one, ast.Slice)
        or (isinstance(one, ast.Call) and name_of(one.func) in ("range", "slice"))
    ]
    return any(
        one.id == name for place in places for one in walk(place) if isinstance(one, ast.Name)
    )


def _adds_what_is_held(site: Site, scope: Scope, changes: Sequence[Change]) -> bool:
    """Whether what is added to zero may be read elsewhere: it has a name, or stands in something."""
    return any(
        isinstance(one.node, ast.AugAssign)
        and isinstance(one.node.op, ast.Add)
        and (_is_held(site, one.value) or _has_twin(site, scope, one.name, one.value))
        for one in changes
    )


def _is_held(site: Site, node: ast.expr) -> bool:
    match node:
        case ast.Call(ast.Attribute(inner, method)) if method in KEEPS:
            return _is_held(site, inner)
        case ast.IfExp(_, body, other):
            return _is_held(site, body) or _is_held(site, other)
        case ast.Name() | ast.Attribute() | ast.Subscript():
            return site.bindings.values.get(node, UNKNOWN).name not in NUMBERS
    return False


def _is_constant(site: Site, node: ast.expr) -> bool:
    """A tensor that is made of numbers and sizes alone: the graph has one of each."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr not in KEEPS:
            break
        node = node.func.value
    if isinstance(node, ast.Call) and name_of(node.func) in LIKE:
        return True
    makes = any(isinstance(one, ast.Call) and name_of(one.func) in MAKERS for one in walk(node))
    return makes and not _reads_a_tensor(site, node) and not _draws(node)


def _reads_a_tensor(site: Site, node: ast.expr) -> bool:
    """More than its sizes; what a layer gives counts, too."""
    sizes = read_for_sizes(node)
    return any(
        (isinstance(one, ast.Call) and attribute_of_self(one.func) is not None)
        or (
            isinstance(one, ast.Name | ast.Attribute)
            and one not in sizes
            and is_tensor(site.bindings.values.get(one, UNKNOWN))
        )
        for one in walk(node)
    )


def _draws(node: ast.expr) -> bool:
    return any(isinstance(one, ast.Call) and name_of(one.func) in DRAWS for one in walk(node))


def _has_twin(site: Site, scope: Scope, name: str, value: ast.expr) -> bool:
    """Whether a tensor is computed of the same values elsewhere in the function, or in each round of a loop."""
    if not isinstance(value, ast.Call | ast.BinOp | ast.UnaryOp) or _draws(value):
        return False
    if isinstance(value, ast.Call) and name_of(value.func) in KEEPS - {"clone", "copy"}:
        return False
    values = _single_values(scope)
    whole = _spelled_out(value, values)
    read = {one.id for one in ast.walk(whole) if isinstance(one, ast.Name)}
    if name in read or not is_tensor(site.bindings.values.get(value, UNKNOWN)):
        return False
    stores = [
        one
        for one in scope.nodes
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and one.id in read
    ]
    if any(
        isinstance(loop, ast.For | ast.While)
        and lies_in(value, loop)
        and not any(lies_in(one, loop) for one in stores)
        for loop in scope.nodes
    ):
        return True
    text = ast.dump(whole)
    own = set(walk(value))
    return any(
        type(one) is type(value)
        and one not in own
        and not any(_lies_between(store, value, one) for store in stores)
        and ast.dump(_spelled_out(one, values)) == text
        for one in scope.nodes
        if isinstance(one, ast.Call | ast.BinOp | ast.UnaryOp)
    )


def _is_made_again(site: Site, scope: Scope, value: ast.expr, *, is_same: bool) -> bool:
    """Whether another call of the function with the same arguments makes the same tensor."""
    if not isinstance(value, ast.Call | ast.BinOp | ast.UnaryOp) or _draws(value):
        return False
    if isinstance(value, ast.Call) and name_of(value.func) in KEEPS - {"clone", "copy"}:
        return False
    whole = _spelled_out(value, _single_values(scope))
    return is_tensor(site.bindings.values.get(value, UNKNOWN)) and is_of_arguments(
        site, scope.node, [whole], same=is_same
    )


def _single_values(scope: Scope) -> dict[str, ast.expr]:
    """What names stand for that are given one value, and are not changed."""
    stores = Counter(
        one.id
        for one in scope.nodes
        if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)
    )
    return {
        target.id: node.value
        for node in scope.nodes
        if isinstance(node, ast.Assign) and len(node.targets) == 1
        for target in node.targets
        if isinstance(target, ast.Name) and stores[target.id] == 1
    }


def _spelled_out(node: ast.expr, values: Mapping[str, ast.expr], depth: int = 0) -> ast.expr:
    """An expression with what its names stand for in their places: graph mode does not see names."""
    if isinstance(node, ast.Name) and node.id in values and depth < MAX_DEPTH:
        return _spelled_out(values[node.id], values, depth + 1)
    if not any(isinstance(one, ast.Name) and one.id in values for one in walk(node)):
        return node
    new = copy.copy(node)
    for part, inner in ast.iter_fields(node):
        if isinstance(inner, ast.expr):
            setattr(new, part, _spelled_out(inner, values, depth))
        elif isinstance(inner, list):
            spelled = [
                _spelled_out(one, values, depth) if isinstance(one, ast.expr) else one
                for one in inner
            ]
            setattr(new, part, spelled)
    return new


def _lies_between(store: ast.Name, value: ast.expr, other: ast.expr) -> bool:
    first, second = sorted((value.lineno, other.lineno))
    return first <= store.lineno < second


def _is_shared(scope: Scope, name: str, changes: Sequence[Change], is_number: bool) -> bool:
    """Whether something else holds the tensor while it is changed, and has to change with it."""
    last = max(one.node.lineno for one in changes)
    loops = _loops_around(scope, changes)
    for node in scope.nodes:
        holds: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            own = any(getattr(target, "id", "") == name for target in node.targets)
            if (
                own
                and not is_number
                and (len(node.targets) > 1 or isinstance(node.value, ast.Name))
            ):
                return True
            holds = [node.value]
        elif isinstance(node, ast.List | ast.Tuple) and isinstance(node.ctx, ast.Load):
            holds = node.elts
        elif isinstance(node, ast.Dict):
            holds = node.values
        elif isinstance(node, ast.Call) and name_of(node.func) in PUTS:
            holds = node.args
        for one in holds:
            early = one.lineno < last or any(lies_in(one, loop) for loop in loops)
            if early and getattr(one, "id", "") == name:
                return True
    return False


def _written(site: Site, change: Change) -> tuple[str, Fix]:
    """``x = x + y`` for ``x += y``, ``x[...] = y`` for ``x.copy_(y)``."""
    span = site.document.span
    target, value = span(change.target), span(change.value)
    text = ast.unparse(change.target)
    if isinstance(change.node, ast.AugAssign):
        operator = OPERATORS[type(change.node.op)]
        written = f"{text} = {text} {operator} ..."
        pieces: tuple[Piece, ...] = target, " = ", target, f" {operator} ", Operand(value)
    else:
        written = f"{text}[...] = ..."
        pieces = target, "[...] = ", value
    return written, Fix(TITLE, "safe", (Edit(span(change.node), pieces),))
