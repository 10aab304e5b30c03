"""``**options`` where the source tells what ``options`` holds: the keywords that it stands for."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from mindport.nodes import find, names_bound, walk

# By key: what the dict holds, and how to say it at the call.
Keywords = Mapping[str, tuple[ast.expr, ast.expr]]
IMMUTABLE = (ast.Constant, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)


@dataclass(frozen=True, slots=True)
class SpreadOut:
    """A call with the keywords of its ``**`` spreads written out, as far as they are known.

    Attributes:
        origins: the ``**`` that each keyword comes from, or the keyword that it replaces.
        written: how to write the values of those keywords at the call; they do not stand there.
        values: the expressions in the dict that they stand for.
        replaced: whether keywords of the call itself went, or were replaced.
    """

    call: ast.Call
    origins: Mapping[ast.keyword, ast.keyword] = field(default_factory=dict)
    written: Mapping[ast.expr, str] = field(default_factory=dict)
    values: Mapping[ast.expr, ast.expr] = field(default_factory=dict)
    replaced: bool = False


def spread_out(call: ast.Call, dicts: Callable[[], Mapping[str, Keywords]]) -> SpreadOut:
    """``call`` with ``**options`` as the keywords that it gives.

    A dict is known where its function binds it once, to a literal with plain names for keys, and
    does nothing with it but read it. What it holds is then the same wherever it is spread. Known is,
    too, what a function of the file gives back that does nothing else: ``**like(x)``.

    Args:
        dicts: gives the dicts that are known where the call stands; asked where it matters.
    """
    if all(keyword.arg is not None for keyword in call.keywords):
        return SpreadOut(call)
    origins: dict[ast.keyword, ast.keyword] = {}
    written: dict[ast.expr, str] = {}
    values: dict[ast.expr, ast.expr] = {}
    keywords: list[ast.keyword] = []
    for keyword in call.keywords:
        spread = keyword.value if keyword.arg is None else None
        found = (
            dicts().get(ast.unparse(spread)) if isinstance(spread, ast.Name | ast.Call) else None
        )
        literal = _keys(spread) if isinstance(spread, ast.Dict) else None
        if found is None and literal is None:
            keywords.append(keyword)
        for name, (node, said) in (found or {}).items():
            value = copy.deepcopy(said)
            written.update({n: ast.unparse(n) for n in walk(value) if isinstance(n, ast.expr)})
            values[value] = node
            literal = {**(literal or {}), name: value}
        for name, value in (literal or {}).items():
            one = ast.copy_location(ast.keyword(name, value), keyword)
            origins[one] = keyword
            keywords.append(one)
    changed = ast.copy_location(ast.Call(call.func, call.args, keywords), call)
    return SpreadOut(changed, origins, written, values)


def returned_dicts(scope: ast.AST, tree: ast.Module) -> dict[str, Keywords]:
    """What ``**like(x)`` in ``scope`` stands for, by the text of the call: ``x.device`` and
    ``x.dtype``, where ``like`` is a function of ``tree`` whose only statement gives back a dict of
    such attributes of its parameters."""
    found: dict[str, Keywords] = {}
    for call in find(scope, ast.Call):
        for spread in (keyword.value for keyword in call.keywords if keyword.arg is None):
            if isinstance(spread, ast.Call) and isinstance(spread.func, ast.Name):
                keys = _returned(spread, spread.func.id, tree)
                if keys is not None:
                    found[ast.unparse(spread)] = keys
    return found


def _returned(call: ast.Call, name: str, tree: ast.Module) -> Keywords | None:
    functions = [f for f in find(tree, ast.FunctionDef) if f.name == name]
    if len(functions) != 1 or Counter(names_bound(tree))[name] != 1 or call.keywords:
        return None
    (function,) = functions
    last = function.body[-1]
    args = function.args
    parameters = [argument.arg for argument in args.args]
    plain = not (args.posonlyargs or args.kwonlyargs or args.vararg or args.kwarg or args.defaults)
    alone = len(function.body) == 1 and not function.decorator_list
    if not (plain and alone and isinstance(last, ast.Return) and last.value is not None):
        return None
    if len(parameters) != len(call.args) or not all(isinstance(a, ast.Name) for a in call.args):
        return None
    given = dict(zip(parameters, call.args, strict=True))
    found: dict[str, tuple[ast.expr, ast.expr]] = {}
    for key, value in (_keys(last.value) or {"": last.value}).items():
        base = value.value if isinstance(value, ast.Attribute) else value
        argument = given.get(base.id) if isinstance(base, ast.Name) else None
        if argument is None or not key:
            return None
        said = ast.Attribute(argument, value.attr) if isinstance(value, ast.Attribute) else argument
        found[key] = (value, said)
    return found


def known_dicts(scope: ast.FunctionDef | ast.AsyncFunctionDef | ast.Module) -> dict[str, Keywords]:
    """The dicts that are known in ``scope``.

    What they hold is said by a literal that cannot change, by the name of a parameter that keeps
    its value, or by ``options['key']``.
    """
    bound = Counter(names_bound(scope))
    parameters = set() if isinstance(scope, ast.Module) else _parameters(scope)
    found: dict[str, Keywords] = {}
    for statement in _own_statements(scope):
        target = _single_target(statement)
        keys = None if target is None else _keys(statement.value)  # type: ignore[attr-defined]
        if target is None or keys is None or bound[target] != 1:
            continue
        found[target] = {
            key: (value, _at_the_call(target, key, value, bound, parameters))
            for key, value in keys.items()
        }
    harmless = _reads(scope)
    for node in find(scope, ast.Name):
        if isinstance(node.ctx, ast.Load) and node not in harmless:
            found.pop(node.id, None)
    return found


def _at_the_call(
    name: str, key: str, value: ast.expr, bound: Counter[str], parameters: set[str]
) -> ast.expr:
    if all(isinstance(node, IMMUTABLE) for node in walk(value)):
        return value
    if isinstance(value, ast.Name) and value.id in parameters and bound[value.id] == 1:
        return value
    return cast(ast.Expr, ast.parse(f"{name}[{key!r}]").body[0]).value


def _own_statements(scope: ast.AST) -> Iterator[ast.stmt]:
    """The statements of ``scope``, those of functions and classes inside it left out."""
    for child in ast.iter_child_nodes(scope):
        if isinstance(child, ast.stmt):
            yield child
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case) and not isinstance(
            child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        ):
            yield from _own_statements(child)


def _single_target(statement: ast.stmt) -> str | None:
    """The name of ``name = ...``."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        return target.id if isinstance(target, ast.Name) else None
    return None


def _keys(value: ast.expr) -> dict[str, ast.expr] | None:
    """What a dict literal or ``dict(...)`` holds; None where a key is no name, or stands twice."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "dict":
        given = {keyword.arg: keyword.value for keyword in value.keywords}
        return None if value.args or None in given else cast(dict[str, ast.expr], given)
    if isinstance(value, ast.Dict):
        names = [key.value if isinstance(key, ast.Constant) else None for key in value.keys]
        found = {
            name: item
            for name, item in zip(names, value.values, strict=True)
            if isinstance(name, str) and name.isidentifier()
        }
        return found if len(found) == len(names) else None
    return None


def _reads(scope: ast.AST) -> set[ast.expr]:
    """Names of dicts where they are spread, or where one item is read: that changes nothing."""
    found: set[ast.expr] = set()
    for call in find(scope, ast.Call):
        found.update(keyword.value for keyword in call.keywords if keyword.arg is None)
    for literal in find(scope, ast.Dict):
        pairs = zip(literal.keys, literal.values, strict=True)
        found.update(value for key, value in pairs if key is None)
    found.update(n.value for n in find(scope, ast.Subscript) if isinstance(n.ctx, ast.Load))
    return found


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    args = function.args
    return {arg.arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
