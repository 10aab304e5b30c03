"""Where a file sets ``requires_grad``, in whatever form, and of which networks' parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindport.nodes import assigned_pairs, find, kept, name_of, statement_parents
from mindport.symbols.freezing import FLAG, LISTS, network_of, root_of

GOING = frozenset({"children", "modules", "named_children", "named_modules"})
GIVING = LISTS | GOING | {
    "all_parameters", "get_parameter", "get_submodule", "named_parameters"
}  # fmt: skip
OF_LAYERS = frozenset({"bias", "weight"})


@dataclass(frozen=True, eq=False)
class Setting:
    """A statement that sets the flag, the outermost loop over what it sets it of.

    Attributes:
        statement: the statement.
        flag: what it is set to.
        networks: the names of what may be concerned; none where that is not seen.
        sure: whether that is parameters, and no tensor that gradients are asked for of.
    """

    statement: ast.stmt
    flag: ast.expr
    networks: frozenset[str]
    sure: bool


def settings_of(tree: ast.Module) -> Sequence[Setting]:
    """All settings of the flag of a file."""
    return kept(tree, _settings)


def roots_of(node: ast.expr | None) -> frozenset[str]:
    """The names that an expression goes back to: ``a`` and ``self.b`` of ``chain(a.parameters(), [self.b.w])``."""
    match node:
        case ast.Call(func, given, keywords):
            held = [func.value] if isinstance(func, ast.Attribute) else []
            parts: list[ast.expr] = [*held, *given, *(keyword.value for keyword in keywords)]
        case ast.List(parts) | ast.Tuple(parts) | ast.Set(parts) | ast.BoolOp(values=parts):
            pass
        case ast.Dict(values=parts):
            pass
        case ast.BinOp(left, _, right):
            parts = [left, right]
        case ast.Starred(value):
            parts = [value]
        case ast.IfExp(body=body, orelse=orelse):
            parts = [body, orelse]
        case ast.Attribute() | ast.Subscript():
            inner: ast.expr = node
            while isinstance(inner, ast.Attribute | ast.Subscript):
                inner = inner.value
            return roots_of(inner) if isinstance(inner, ast.Call) else _known(root_of(node))
        case _:
            return _known(root_of(node))
    return frozenset().union(*map(roots_of, parts))


def _known(name: str) -> frozenset[str]:
    return frozenset({name} if name not in ("", "self") else ())


def _settings(tree: ast.Module) -> list[Setting]:
    above = statement_parents(tree)
    trained = {network_of(call) for call in find(tree, ast.Call) if name_of(call.func) in LISTS}
    found = []
    for place, held, flag in _places(tree):
        networks, loops, listed = _followed(tree, held, place, above)
        statement = loops[-1] if loops else _statement(place, above)
        sure = listed or bool(loops) or bool(networks & trained) or name_of(held) in OF_LAYERS
        found.append(Setting(statement, flag, networks, sure))
    return found


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.expr, ast.expr]]:
    """Where the flag is set, of what, and to what."""
    for assigned in find(tree, ast.Assign):
        for target in assigned.targets:
            if isinstance(target, ast.Attribute) and target.attr == FLAG:
                yield assigned, target.value, assigned.value
    for call in find(tree, ast.Call):
        match call:
            case ast.Call(ast.Attribute(held, "requires_grad_"), given, keywords):
                flags = [*given, *(keyword.value for keyword in keywords)]
                yield call, held, flags[0] if flags else ast.Constant(True)
            case ast.Call(ast.Name("setattr"), [held, ast.Constant("requires_grad"), flag]):
                yield call, held, flag


def _followed(
    tree: ast.Module, held: ast.expr, place: ast.AST, above: Mapping[ast.AST, ast.AST]
) -> tuple[frozenset[str], list[ast.stmt], bool]:
    """The names that something goes back to through the loops around it, and through names for
    parts of networks; these loops; and whether it is asked of a network that lists them."""
    roots, listed = roots_of(held), _gives(held)
    loops: list[ast.stmt] = []
    node: ast.AST | None = place
    while node is not None:
        for target, source in _bindings(node):
            bound = {step.id for step in find(target, ast.Name)}
            if roots & bound:
                roots = (roots - bound) | roots_of(source)
                listed = listed or _gives(source)
                if isinstance(node, ast.For):
                    loops.append(node)
        node = above.get(node)
    for name in sorted(roots):
        values = _assigned(tree).get(name, [])
        if values and all(map(_gives, values)):
            roots = (roots - {name}).union(*map(roots_of, values))
            listed = True
    return roots, loops, listed


def _bindings(node: ast.AST) -> Iterator[tuple[ast.AST, ast.expr]]:
    """What a loop, a comprehension or a call of a lambda binds, and what from."""
    match node:
        case ast.For(target, source):
            yield target, source
        case ast.ListComp(generators=generators) | ast.GeneratorExp(generators=generators):
            yield from ((one.target, one.iter) for one in reversed(generators))
        case ast.Call(args=given):
            for one in given:
                if isinstance(one, ast.Lambda):
                    names: list[ast.expr] = [ast.Name(p.arg) for p in one.args.args]
                    rest = [other for other in given if other is not one]
                    yield ast.Tuple(names), ast.Call(node.func, rest, [])


def _assigned(tree: ast.Module) -> Mapping[str, list[ast.expr]]:
    """What names and attributes of the object itself are assigned in a file."""
    return kept(tree, _all_assigned)


def _all_assigned(tree: ast.Module) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for target, value in (pair for one in find(tree, ast.Assign) for pair in assigned_pairs(one)):
        if isinstance(target, ast.Name) or ast.unparse(target) == root_of(target):
            found.setdefault(root_of(target), []).append(value)
    return found


def _gives(node: ast.expr) -> bool:
    """Whether an expression asks a network for parameters or parts of it."""
    return any(name_of(call.func) in GIVING for call in find(node, ast.Call))


def _statement(place: ast.AST, above: Mapping[ast.AST, ast.AST]) -> ast.stmt:
    while not isinstance(place, ast.stmt):
        place = above[place]
    return place
