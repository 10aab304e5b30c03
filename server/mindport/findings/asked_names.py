"""Names that classes go on under, and whether the file does nothing but ask for what they hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mindport.nodes import find, function_around, kept, name_of, statement_parents
from mindport.symbols.asked_types import instance_asked
from mindport.symbols.uses import Context

Function = ast.FunctionDef | ast.AsyncFunctionDef
TESTS = ("isinstance", "issubclass")
COLLECTIONS = ("tuple", "list", "set")
OTHERWISE = ""


@dataclass(frozen=True, slots=True)
class Way:
    """Where a value goes from one place: what is asked of it there, and its names from there on.

    ``contexts`` has ``isinstance`` for what something is an instance of, ``type`` for what
    something is of the very class of, and ``OTHERWISE`` for anything else.
    """

    contexts: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()


LOST = Way(frozenset({OTHERWISE}))
UNASKED = Way()


def asked_in(tree: ast.Module, node: ast.expr) -> Context | None:
    """``isinstance`` or ``type`` where the class at ``node`` is asked for and nothing else; else None.

    Its names are followed through the functions of the file, attributes, lists and dicts.
    """
    ways = kept(tree, _ways)
    first = _way(tree, node, statement_parents(tree))
    contexts, waiting, seen = set(first.contexts), list(first.names), set(first.names)
    while waiting and OTHERWISE not in contexts:
        for way in ways.get(waiting.pop(), ()):
            contexts |= way.contexts
            waiting += way.names - seen
            seen |= way.names
    if not contexts or OTHERWISE in contexts:
        return None
    return "type" if "type" in contexts else "isinstance"


def _ways(tree: ast.Module) -> dict[str, list[Way]]:
    """The ways of each name that the file reads."""
    above = statement_parents(tree)
    found: dict[str, list[Way]] = {}
    loads: list[ast.Name | ast.Attribute] = [*find(tree, ast.Name), *find(tree, ast.Attribute)]
    for node in loads:
        if isinstance(node.ctx, ast.Load):
            found.setdefault(name_of(node), []).append(_way(tree, node, above))
    return found


def _way(tree: ast.Module, node: ast.AST, above: Mapping[ast.AST, ast.AST]) -> Way:
    """The way of what stands at ``node``, or of what it is put into there."""
    asked = kept(tree, asking_nodes).get(id(node))
    if asked is not None:
        return Way(frozenset({asked}))
    parent = above.get(node)
    match parent:
        case ast.List() | ast.Tuple() | ast.Set() | ast.IfExp() | ast.BoolOp():
            is_test = isinstance(parent, ast.IfExp) and parent.test is node
            return UNASKED if is_test else _way(tree, parent, above)
        case ast.Dict():
            return _way(tree, parent, above) if node in parent.keys else LOST
        case ast.Assign(targets) | ast.Delete(targets):
            return _into(targets)
        case ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
            return _into([target])
        case ast.For(target=target, iter=held) | ast.comprehension(target=target, iter=held):
            return _into([target]) if held is node else LOST
        case ast.arguments():
            return Way(names=frozenset(default_of(parent, node)))
        case ast.If(test=test) | ast.UnaryOp(ast.Not(), test) if test is node:
            return UNASKED
        case ast.Compare(comparators=others) if node not in others:
            alone = all(isinstance(other, ast.Constant) for other in others)
            return UNASKED if alone else LOST
        case ast.Attribute(attr="__name__" | "__qualname__"):
            return UNASKED
        case ast.Attribute():
            return _of_mapping(tree, parent, above)
        case ast.Subscript():
            return _at(tree, parent, node)
        case ast.keyword(arg=str(name)):
            call = above[parent]
            known = isinstance(call, ast.Call) and definitions(tree, call)
            return Way(names=frozenset({name})) if known else LOST
        case ast.Call():
            return _given(tree, parent, node)
    return LOST


def _into(targets: list[ast.expr]) -> Way:
    plain = all(isinstance(target, ast.Name | ast.Attribute) for target in targets)
    return Way(names=frozenset(map(name_of, targets))) if plain else LOST


def _of_mapping(tree: ast.Module, method: ast.Attribute, above: Mapping[ast.AST, ast.AST]) -> Way:
    """``scales.get(type(m))``, ``for kind, scale in scales.items()``."""
    call = above.get(method)
    if not isinstance(call, ast.Call) or call.func is not method:
        return LOST
    if method.attr == "get" and call.args and _is_type(tree, call.args[0]):
        return Way(frozenset({"type"}))
    loop = above.get(call)
    if isinstance(loop, ast.For | ast.comprehension) and loop.iter is call:
        match method.attr, loop.target:
            case "items", ast.Tuple([ast.Name(name), _]):
                return Way(names=frozenset({name}))
            case "keys", ast.Name(name):
                return Way(names=frozenset({name}))
            case "values", _:
                return UNASKED
    return LOST


def _at(tree: ast.Module, item: ast.Subscript, node: ast.AST) -> Way:
    """``scales[type(m)]``; ``scales[nn.Linear] = 1.0`` makes the class a key of ``scales``."""
    written = isinstance(item.ctx, ast.Store)
    if item.value is not node:
        return _into([item.value]) if written else LOST
    if written:
        return UNASKED
    return Way(frozenset({"type"})) if _is_type(tree, item.slice) else LOST


def _is_type(tree: ast.Module, node: ast.expr) -> bool:
    return instance_asked(node, function_around(tree, node)) is not None


def _given(tree: ast.Module, call: ast.Call, node: ast.AST) -> Way:
    """The parameters of the file's own functions that take it."""
    taking = definitions(tree, call)
    if not taking or node not in call.args or any(isinstance(a, ast.Starred) for a in call.args):
        return LOST
    index = call.args.index(node)
    names = [positional(function)[index : index + 1] for function in taking]
    return Way(names=frozenset(name for [name] in names)) if all(names) else LOST


def asking_nodes(tree: ast.Module) -> dict[int, str]:
    """What stands where a class is asked for, with the context: the instance, or the very class."""
    found: dict[int, str] = {}
    for call in find(tree, ast.Call):
        if len(call.args) == 2 and name_of(call.func) in TESTS:
            found.update((id(node), "isinstance") for node in members(call.args[1]))
    for compared in find(tree, ast.Compare):
        if instance_asked(compared.left, function_around(tree, compared)) is not None:
            found.update((id(n), "type") for side in compared.comparators for n in members(side))
    return found


def members(node: ast.expr) -> Iterator[ast.expr]:
    """A class or a tuple of classes, and those that it is put together from."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        for item in node.elts:
            yield from members(item)
    elif isinstance(node, ast.BinOp):
        yield from members(node.left)
        yield from members(node.right)
    elif isinstance(node, ast.Call) and name_of(node.func) in COLLECTIONS:
        for item in node.args:
            yield from members(item)
    else:
        yield node


def definitions(tree: ast.Module, call: ast.Call) -> list[Function]:
    """The functions and constructors of this file that a call may mean, by their names."""
    return kept(tree, _by_name).get(name_of(call.func), [])


def _by_name(tree: ast.Module) -> dict[str, list[Function]]:
    """The functions of a file by their names, constructors by those of their classes."""
    found: dict[str, list[Function]] = {}
    functions: list[Function] = [*find(tree, ast.FunctionDef), *find(tree, ast.AsyncFunctionDef)]
    for function in functions:
        if function.name != "__init__":
            found.setdefault(function.name, []).append(function)
    for cls in find(tree, ast.ClassDef):
        made = [s for s in cls.body if isinstance(s, Function) and s.name == "__init__"]
        found.setdefault(cls.name, []).extend(made)
    return found


def positional(function: Function) -> list[str]:
    """The names that the positional arguments of a call go to."""
    plain = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args)]
    return plain[1:] if plain[:1] in (["self"], ["cls"]) else plain


def default_of(arguments: ast.arguments, node: ast.AST) -> list[str]:
    """The parameters whose default stands at ``node``."""
    plain = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(reversed(plain), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    return [arg.arg for arg, default in pairs if default is node]
