"""Tensors that are changed in place and have another name, or stand in a list (MP407)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.scopes import Scope, scopes
from mindport.findings.graph.state import in_place
from mindport.findings.graph.telling import method_call, told
from mindport.findings.index_axes import picks
from mindport.findings.listed_items import is_listed
from mindport.findings.site import Site
from mindport.nodes import lies_in, targets, walk
from mindport.report import Finding
from mindport.symbols.fresh import VIEW_ATTRIBUTES, VIEW_METHODS
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text, filled

SHARED = Text(
    "In graph mode this change is not seen in {0}, which holds the same tensor: change that, or "
    "assign the new value to it.",
    "静态图模式下，此处的原地修改不会反映到持有同一张量的 {0} 中；请直接修改后者，或把新值赋给它。",
)
LISTED = Text(
    "Graph mode does not see that a tensor of a list is changed in place; assign the new tensor to the "
    "item, or build a list of new ones.",
    "静态图模式不会看到对列表中张量的原地修改；请把新张量赋给该元素，或用新的张量构造列表。",
)
PART_OF_TUPLE = Text(
    "Graph mode does not assign to a part of a tensor that a tuple holds; give the tensor a name first.",
    "静态图模式不能对元组所持有张量的一部分赋值；请先给该张量取一个变量名。",
)
FOREACH = "torch._foreach_"
LOOPS = (ast.For, ast.While)
OF_ITEMS = ("zip", "enumerate", "reversed")
Binding = tuple[int, ast.For | ast.Assign, ast.expr]
VIEWS = VIEW_METHODS - {"expand", "expand_as"}


def shared_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a change that another name does not see."""
    compiled = {node for function in code.functions for node in function.nodes}
    for use in site.bindings.uses:
        if use.symbol.startswith(FOREACH) and use.symbol.endswith("_") and use.call in compiled:
            yield told(site, "MP407", use.node, LISTED)
    for function in code.functions:
        for scope in scopes(function):
            changes = list(_changes(scope))
            bindings = _bindings(scope) if changes else {}
            spoken = set()
            for name, node in changes:
                other = _unseen(site, function, scope, bindings, name, node)
                if other is not None:
                    spoken.add(node)
                    yield told(site, "MP407", node, filled(SHARED, other))
            yield from (
                told(site, "MP407", *one) for one in _items(site, scope) if one[0] not in spoken
            )


def _items(site: Site, scope: Scope) -> Iterator[tuple[ast.expr, Text]]:
    """``d[0].mul_(2)`` of a list, and ``d[0][1] = 2`` of a tuple, which does not compile."""
    for node in scope.nodes:
        for target in targets(node):
            if isinstance(target, ast.Subscript) and _is_in_a_tuple(site, target.value):
                yield target, PART_OF_TUPLE
        called = method_call(node)
        if called is not None and in_place(called[1]) and is_listed(site, called[0]):
            assert isinstance(node, ast.Call)
            yield node, LISTED


def _is_in_a_tuple(site: Site, node: ast.expr) -> bool:
    if not isinstance(node, ast.Subscript):
        return False
    held = site.bindings.values.get(node.value, UNKNOWN)
    return held.kind == "tuple" or (held.kind == "sequence" and held.name == "tuple")


def _changes(scope: Scope) -> Iterator[tuple[str, ast.stmt | ast.expr]]:
    """Names of tensors, or of what holds them, that are changed, and where."""
    for node in scope.nodes:
        if not isinstance(node, ast.stmt | ast.expr):
            continue
        called = method_call(node)
        changed = [called[0]] if called is not None and in_place(called[1]) else []
        changed += [target.value for target in targets(node) if isinstance(target, ast.Subscript)]
        for one in changed:
            name = _base(one)
            if name is not None:
                yield name, node


def _base(node: ast.expr) -> str | None:
    """``x`` of ``x``, ``x[0]`` and ``x.data``."""
    while isinstance(node, ast.Subscript) or (
        isinstance(node, ast.Attribute) and node.attr == "data"
    ):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _bindings(scope: Scope) -> Mapping[str, Sequence[Binding]]:
    """Line, statement and value of each binding of a name, in the order of the source."""
    found: dict[str, list[Binding]] = {}
    for node in scope.nodes:
        if isinstance(node, ast.For):
            value = node.iter
        elif isinstance(node, ast.Assign):
            value = node.value
        else:
            continue
        given = [node.target] if isinstance(node, ast.For) else node.targets
        for target in (one for each in given for one in walk(each)):
            if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store):
                found.setdefault(target.id, []).append((node.lineno, node, value))
    return found


def _unseen(
    site: Site,
    function: Function,
    scope: Scope,
    bindings: Mapping[str, Sequence[Binding]],
    name: str,
    change: ast.stmt | ast.expr,
) -> str | None:
    """What also holds the tensor that is changed, and is read behind the change."""
    line = change.lineno
    made = [one for one in bindings.get(name, ()) if one[0] < line]
    if made:
        _, statement, value = made[-1]
        looped = isinstance(statement, ast.For)
        for other in _items_of(value) if looped else _shown_by(site, statement, value):
            handed = looped and other in {one.arg for one in function.parameters}
            if other != name and (handed or _is_read(scope, other, change, statement)):
                return other
        if not looped and not _sets_an_item(change, name):
            for inner in _parts(value):
                if inner != name and _is_read(scope, inner, change, statement):
                    return inner
    holders = (
        (other, statement)
        for other, every in bindings.items()
        for at, statement, value in every
        if at < line and other != name and name in _parts(value)
    )
    return next((other for other, by in holders if _is_read(scope, other, change, by)), None)


def _sets_an_item(change: ast.stmt | ast.expr, name: str) -> bool:
    """``held["key"] = x``, which changes no tensor where a dict or list is written out for ``held``."""
    return isinstance(change, ast.Assign) and any(
        isinstance(one, ast.Subscript) and getattr(one.value, "id", "") == name
        for one in targets(change)
    )


def _items_of(node: ast.expr) -> Iterator[str]:
    """The lists that a loop goes over: ``a`` and ``b`` of ``zip(a, b)``."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in OF_ITEMS:
            for one in node.args:
                yield from _items_of(one)
        elif isinstance(node.func, ast.Attribute) and node.func.attr in ("items", "values"):
            yield from _items_of(node.func.value)


def _shown_by(site: Site, statement: ast.AST, node: ast.expr) -> Iterator[str]:
    """What a view shows: ``x`` of ``x[0]``, ``x.view(-1)`` and ``x.T``; items of ``a, b = items``."""
    first = node
    while (inner := _shown_at_once(site, node)) is not None:
        node = inner
    unpacked = isinstance(statement, ast.Assign) and any(
        isinstance(target, ast.Tuple | ast.List) for target in statement.targets
    )
    if isinstance(node, ast.Name) and (node is not first or unpacked):
        yield node.id


def _shown_at_once(site: Site, node: ast.expr) -> ast.expr | None:
    if isinstance(node, ast.Subscript):
        return None if picks(site, node.slice) else node.value
    if isinstance(node, ast.Attribute):
        return node.value if node.attr in VIEW_ATTRIBUTES else None
    called = method_call(node)
    return called[0] if called is not None and called[1] in VIEWS else None


def _parts(node: ast.expr) -> list[str]:
    """The names that stand in a list, tuple or dict as they are."""
    if isinstance(node, ast.List | ast.Tuple):
        items = node.elts
    elif isinstance(node, ast.Dict):
        items = node.values
    else:
        return []
    return [item.id for item in items if isinstance(item, ast.Name)]


def _is_read(
    scope: Scope, name: str, change: ast.stmt | ast.expr, binding: ast.For | ast.Assign
) -> bool:
    """Whether ``name`` is read below a change, or in a loop around it that does not bind it anew;
    where the changed tensor gets its own name is no such place."""
    line = change.end_lineno or change.lineno
    places = [node for node in scope.nodes if isinstance(node, ast.Name) and node.id == name]
    bound = [node for node in places if isinstance(node.ctx, ast.Store)]
    around = [
        node
        for node in scope.nodes
        if isinstance(node, LOOPS)
        and node is not binding
        and lies_in(change, node)
        and not any(lies_in(one, node) for one in bound)
    ]
    return any(
        isinstance(node.ctx, ast.Load)
        and node.lineno != binding.lineno
        and (node.lineno > line or any(lies_in(node, loop) for loop in around))
        for node in places
    )
