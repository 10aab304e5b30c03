"""Whether what a parameter's ``data`` is set to is read again: in torch both share their memory then."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.call_sites import bindings, calls_of_function, given, parameters_of
from mindport.nodes import find, function_around, loop_pairs, name_of, statement_parents

# Members and methods that may give the memory of the tensor itself.
SAME_MEMORY = frozenset({"data", "detach", "to", "cpu", "cuda", "float", "contiguous"})
NETWORKS = frozenset({"parameters", "named_parameters", "state_dict"})
LISTS = frozenset({"items", "values"})


def is_read_again(tree: ast.Module, statement: ast.Assign) -> bool:
    """Whether the tensor that a parameter's ``data`` becomes is held by what is read another time.

    So are the tensors of a dictionary or a list from which a loop, or a function that is called in
    one or twice, sets parameters, and the parameters of another network.
    """
    held = statement.value
    while isinstance(held, ast.Attribute | ast.Call) and name_of(_called(held)) in SAME_MEMORY:
        called = _called(held)
        if not isinstance(called, ast.Attribute):
            return False
        held = called.value
    if any(ast.unparse(held) == ast.unparse(_owner(one)) for one in statement.targets):
        return False
    if _is_swapped(tree, statement, held):
        return False
    function, loops = function_around(tree, statement), _loops_around(tree, statement)
    return any(
        method in NETWORKS or _stays(tree, function, holder.id, loops[1:])
        for holder, method in _holders(held, loops)
    )


def _is_swapped(tree: ast.Module, statement: ast.Assign, held: ast.expr) -> bool:
    """Whether ``q`` of ``p.data = q.data`` gets other memory itself: ``q.data = tmp`` behind it."""
    block, path = statement_parents(tree).get(statement), f"{ast.unparse(held)}.data"
    return any(
        statement_parents(tree).get(one) is block
        and one.lineno > statement.lineno
        and any(ast.unparse(target) == path for target in one.targets)
        for one in find(function_around(tree, statement) or tree, ast.Assign)
    )


def _owner(node: ast.expr) -> ast.expr:
    """``p`` for ``p.data``."""
    return node.value if isinstance(node, ast.Attribute) else node


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def _loops_around(tree: ast.Module, node: ast.stmt | ast.expr) -> list[ast.For | ast.While]:
    """The loops around a node, the innermost first, up to the function in which it lies."""
    found: list[ast.For | ast.While] = []
    outer = statement_parents(tree).get(node)
    while outer is not None and not isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef):
        if isinstance(outer, ast.For | ast.While):
            found.append(outer)
        outer = statement_parents(tree).get(outer)
    return found


def _holders(held: ast.expr, loops: list[ast.For | ast.While]) -> Iterator[tuple[ast.Name, str]]:
    """``state`` for ``state[name]`` and for ``value`` of ``for name, value in state.items()``, with
    the method that lists what it holds."""
    match held:
        case ast.Subscript(ast.Name() as holder, _):
            yield holder, ""
        case ast.Name(name):
            for loop in loops:
                if isinstance(loop, ast.For):
                    for target, values in loop_pairs(loop.target, loop.iter):
                        if any(one.id == name for one in find(target, ast.Name)):
                            yield from _listed(values)


def _listed(values: ast.expr) -> Iterator[tuple[ast.Name, str]]:
    match values:
        case ast.Name():
            yield values, ""
        case ast.Call(ast.Attribute(ast.Name() as holder, name)) if name in LISTS | NETWORKS:
            yield holder, name


def _stays(
    tree: ast.Module,
    function: ast.FunctionDef | None,
    holder: str,
    outer: Sequence[ast.For | ast.While],
) -> bool:
    """Whether ``holder`` is the same one when the statement runs again, in ``outer`` loops or when
    the function is called again."""
    if outer:
        return not _is_bound(holder, outer[-1])
    if function is None or any(bindings(function, holder)):
        return False
    kept = list[str]()
    for call in calls_of_function(tree, function.name):
        is_given = holder in parameters_of(function)
        argument = given(function, holder, call) if is_given else ast.Name(holder)
        if not isinstance(argument, ast.Name):
            continue
        loops = _loops_around(tree, call)
        if loops and not _is_bound(argument.id, loops[-1]):
            return True
        kept.append(argument.id)
    return len(kept) > len(set(kept))


def _is_bound(name: str, loop: ast.For | ast.While) -> bool:
    return any(not isinstance(one.ctx, ast.Load) for one in find(loop, ast.Name) if one.id == name)
