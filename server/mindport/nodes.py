"""The nodes of a syntax tree, found once for each scope."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

T = TypeVar("T")
K = TypeVar("K")
N = TypeVar("N", bound=ast.AST)
SCOPES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# Fields that hold no node that anybody looks for: names, values, and how an expression is used.
PLAIN = frozenset(
    {"arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "level", "module",
     "op", "ops", "rest", "simple", "tag", "type_comment", "type_ignores"}
)  # fmt: skip
NAMED: Sequence[type[ast.AST]] = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs,
    ast.MatchStar,
)  # fmt: skip
NAMES = {ast.Constant: "value", ast.Global: "names", ast.Nonlocal: "names", ast.MatchSingleton: "value",
         ast.MatchClass: "kwd_attrs"}  # fmt: skip
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    kind: tuple(name for name in kind._fields if name not in PLAIN and name != NAMES.get(kind))
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}


def walk(node: ast.AST) -> Sequence[ast.AST]:
    """``node`` and all below it, without operators and contexts; a node comes before its own.

    A scope keeps its answer, and those around it take it over: the tree must not change
    afterwards, but for the lines at which its nodes stand.
    """
    below: list[ast.AST] | None = getattr(node, "_below", None)
    if below is None:
        below, scopes = _own(node)
        for scope in scopes:
            below += walk(scope)[1:]
        if isinstance(node, SCOPES):
            node._below = below  # type: ignore[union-attr]
    return [node, *below]  # the node itself, which would keep itself alive, is not kept


def find(node: ast.AST, kind: type[N]) -> Sequence[N]:
    """The nodes of exactly one kind in ``node``, itself included; a scope keeps its answer."""
    found = _kinds(node).get(kind, [])
    return [node, *found] if isinstance(node, kind) else found


def _kinds(node: ast.AST) -> Mapping[type, list[Any]]:
    """The nodes below ``node`` by their kind."""
    known: dict[type, list[Any]] | None = getattr(node, "_by_kind", None)
    if known is None:
        known = {}
        own, scopes = _own(node)
        for inner in own:
            known.setdefault(type(inner), []).append(inner)
        for scope in scopes:
            for kind, found in _kinds(scope).items():
                known.setdefault(kind, []).extend(found)
        if isinstance(node, SCOPES):
            node._by_kind = known  # type: ignore[union-attr]
    return known


def _own(root: ast.AST) -> tuple[list[ast.AST], list[ast.AST]]:
    """The nodes below ``root`` that are in no scope below it, and those of them that are scopes."""
    found: list[ast.AST] = []
    scopes: list[ast.AST] = []
    level = [root]
    while level:
        below: list[ast.AST] = []
        for node in level:
            kind = type(node)
            if kind in SCOPES and node is not root:
                scopes.append(node)
                continue
            for name in _FIELDS[kind]:
                value = getattr(node, name, None)
                if value.__class__ is list:
                    below += filter(None, value)  # keys of a dict and defaults may be None
                elif isinstance(value, ast.AST):
                    below.append(value)
        found += below
        level = below
    return found, scopes


def kept(tree: N, made: Callable[[N], T]) -> T:
    """What ``made`` gives for a module or a function, which keeps it; the tree must not change
    afterwards.

    The answer must not hold the node itself, which would keep itself alive.
    """
    known = _known(tree)
    if made not in known:
        known[made] = made(tree)
    return cast(T, known[made])


def kept_with(tree: N, made: Callable[[N, K], T], given: K) -> T:
    """``kept`` of what ``made`` gives for the node and something beside it, once for each."""
    known = _known(tree)
    if (made, given) not in known:
        known[made, given] = made(tree, given)
    return cast(T, known[made, given])


def _known(tree: ast.AST) -> dict[object, Any]:
    """What a node keeps, by the functions that made it."""
    known: dict[object, Any] | None = getattr(tree, "_kept", None)
    if known is None:
        known = tree._kept = {}  # type: ignore[attr-defined]
    return known


def parents(scope: ast.AST) -> dict[ast.AST, ast.AST]:
    """The parent of every node below ``scope``."""
    return {child: outer for outer in walk(scope) for child in ast.iter_child_nodes(outer)}


def statement_parents(tree: ast.Module) -> Mapping[ast.AST, ast.AST]:
    """The parent of every node below the module's statements; the module keeps the answer."""
    return kept(tree, _below_statements)


def _below_statements(tree: ast.Module) -> dict[ast.AST, ast.AST]:
    return {child: outer for child, outer in parents(tree).items() if outer is not tree}


def lies_in(node: ast.stmt | ast.expr, outer: ast.stmt) -> bool:
    """Whether ``node`` begins on one of the lines of ``outer``."""
    return outer.lineno <= node.lineno <= (outer.end_lineno or outer.lineno)


def default_of(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> ast.expr | None:
    """The default of a function's parameter; None where it has none."""
    given = function.args
    placed = [*given.posonlyargs, *given.args]
    placed = placed[len(placed) - len(given.defaults) :]
    pairs = [*zip(placed, given.defaults, strict=True)]
    named = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    pairs += [(one, value) for one, value in named if value is not None]
    return next((value for one, value in pairs if one.arg == name), None)


def function_around(tree: ast.Module, node: ast.stmt | ast.expr) -> ast.FunctionDef | None:
    """The innermost function in which ``node`` lies."""
    return kept(tree, _function_of_lines).get(node.lineno)


def _function_of_lines(tree: ast.AST) -> dict[int, ast.FunctionDef]:
    found: dict[int, ast.FunctionDef] = {}
    for function in sorted(find(tree, ast.FunctionDef), key=lambda one: one.lineno):
        for line in range(function.lineno, (function.end_lineno or function.lineno) + 1):
            found[line] = function
    return found


def functions_named(tree: ast.Module) -> Mapping[str, list[ast.FunctionDef]]:
    """The functions and methods of a module by their names."""
    return kept(tree, _by_name)


def _by_name(tree: ast.Module) -> dict[str, list[ast.FunctionDef]]:
    found: dict[str, list[ast.FunctionDef]] = {}
    for function in find(tree, ast.FunctionDef):
        found.setdefault(function.name, []).append(function)
    return found


def called_from(tree: ast.Module, scopes: Iterable[ast.AST]) -> set[ast.FunctionDef]:
    """The functions of a module that are called in ``scopes`` by their names, and all that these call."""
    functions, found = functions_named(tree), set[ast.FunctionDef]()
    waiting = list(scopes)
    for scope in waiting:  # grows while it is read
        for call in find(scope, ast.Call):
            named = functions.get(name_of(call.func), [])
            waiting += (one for one in named if one not in found)
            found.update(named)
    return found


def calls_of(tree: ast.Module, name: str) -> Sequence[ast.Call]:
    """The calls of a plain name in a module."""
    return kept(tree, _calls).get(name, ())


def calls_alone(tree: ast.Module, name: str) -> list[ast.Call] | None:
    """All that a module says of a function of another one, if these are calls by its name."""
    calls = [call for call in find(tree, ast.Call) if name_of(call.func) == name]
    called = {call.func for call in calls}
    for node in walk(tree):
        match node:
            case ast.Name(id=found) | ast.Attribute(attr=found) if found == name:
                if node not in called:
                    return None
            case ast.alias(name=found, asname=str(other)) if found == name != other:
                return None
            case ast.FunctionDef(name=found) | ast.arg(arg=found) | ast.Constant(value=found):
                if found == name:
                    return None
    return calls


def _calls(tree: ast.Module) -> dict[str, list[ast.Call]]:
    known: dict[str, list[ast.Call]] = {}
    for node in find(tree, ast.Call):
        if isinstance(node.func, ast.Name):
            known.setdefault(node.func.id, []).append(node)
    return known


def name_of(function: ast.AST) -> str:
    """``step`` of ``self.optimizer.step``, ``len`` of ``len``; empty for what has none."""
    return getattr(function, "attr", getattr(function, "id", ""))


def kept_attribute(node: ast.expr) -> ast.Attribute | None:
    """``self.optimizer`` for ``self.__dict__["optimizer"]``, which is the same; None for anything else."""
    match node:
        case ast.Subscript(ast.Attribute(base, "__dict__"), ast.Constant(str(name)), context):
            return ast.copy_location(ast.Attribute(base, name, context), node)
    return None


def attribute_of_self(node: ast.AST) -> str | None:
    """``x`` of ``self.x``."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr if node.value.id == "self" else None
    return None


def targets(node: ast.AST) -> Iterator[ast.expr]:
    """What an assignment binds, tuples taken apart."""
    if isinstance(node, ast.Assign):
        waiting = list(node.targets)
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.AnnAssign) and node.value):
        waiting = [node.target]
    else:
        return
    for target in waiting:
        if isinstance(target, ast.Tuple | ast.List):
            waiting += target.elts
        elif isinstance(target, ast.Starred):
            waiting.append(target.value)
        else:
            yield target


def root_of_chain(node: ast.AST) -> ast.AST:
    """``torch`` of ``torch.nn.functional.relu``, ``f()`` of ``f().x``: what attributes are taken of."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node


def imported_names(tree: ast.AST) -> frozenset[str]:
    """The names that imports bind: modules, functions and classes."""
    imports: list[ast.Import | ast.ImportFrom]
    imports = [*find(tree, ast.Import), *find(tree, ast.ImportFrom)]
    names = (alias.asname or alias.name for node in imports for alias in node.names)
    return frozenset(name.partition(".")[0] for name in names)


def is_pure(node: ast.expr) -> bool:
    """Whether the expression can be evaluated twice: names, attributes, items and constants alone."""
    return all(
        isinstance(inner, ast.Name | ast.Attribute | ast.Subscript | ast.Constant)
        for inner in walk(node)
    )


def is_enclosed(text: str) -> bool:
    """Whether a tuple's text has parentheses of its own: ``(a, b)``, and not ``(a).b(), (c)``."""
    if not (text.startswith("(") and text.endswith(")")):
        return False
    try:
        ast.parse(text[1:-1].replace("\n", " ").strip(), mode="eval")
    except SyntaxError:
        return False
    return True


def assigned_pairs(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each target of an assignment with its value, ``a, b = A(), B()`` taken apart."""
    for target in statement.targets if isinstance(statement, ast.Assign) else ():
        assert isinstance(statement, ast.Assign)
        if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
            yield from zip(target.elts, statement.value.elts, strict=False)
        else:
            yield target, statement.value


def loop_pairs(target: ast.expr, values: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each target of a loop with what gives its values, ``zip`` and ``enumerate`` taken apart."""
    match target, values:
        case ast.Tuple(parts), ast.Call(ast.Name("zip"), lists):
            for part, one in zip(parts, lists, strict=False):
                yield from loop_pairs(part, one)
        case ast.Tuple([_, part]), ast.Call(ast.Name("enumerate"), [one, *_]):
            yield from loop_pairs(part, one)
        case _:
            yield target, values


def names_bound(scope: ast.AST) -> Iterator[str]:
    """Every name that something in ``scope`` binds, once for each place."""
    yield from (n.id for n in find(scope, ast.Name) if not isinstance(n.ctx, ast.Load))
    yield from (argument.arg for argument in find(scope, ast.arg))
    yield from ((a.asname or a.name).partition(".")[0] for a in find(scope, ast.alias))
    yield from (n.rest or "" for n in find(scope, ast.MatchMapping))
    yield from (name for n in find(scope, ast.Global) for name in n.names)
    yield from (name for n in find(scope, ast.Nonlocal) for name in n.names)
    for kind in NAMED:
        yield from (getattr(node, "name", None) or "" for node in find(scope, kind))


def argument_of(call: ast.Call, names: list[str], place: int) -> ast.expr | None:
    """What a call gives for the parameter at a place of ``names``; None where that is not seen."""
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    if place < len(call.args):
        return call.args[place]
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    return None if None in named else named.get(names[place])
