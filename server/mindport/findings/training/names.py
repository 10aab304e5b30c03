"""Which names a piece of code reads, binds and may change."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.nodes import kept_attribute

# Calls of these change none of their arguments.
PURE = frozenset(
    {"print", "len", "float", "int", "str", "bool", "range", "zip", "enumerate", "sum", "min", "max",
     "abs", "isinstance", "list", "tuple", "dict", "set", "sorted", "reversed", "any", "all", "round",
     "getattr", "hasattr", "type", "repr", "tqdm"}
)  # fmt: skip
# Methods that give a value without its gradient.
CUTS = frozenset({"detach", "item", "tolist", "numpy", "stop_gradient"})
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
SCOPED = (*COMPREHENSIONS, ast.Lambda)


def path_of(node: ast.expr) -> str | None:
    """``self.optimizer`` and ``losses[0]`` as text; None for what is no plain path."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = path_of(node.value)
        return None if base is None else f"{base}.{node.attr}"
    if isinstance(node, ast.Subscript) and (kept := kept_attribute(node)) is not None:
        return path_of(kept)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        base = path_of(node.value)
        return None if base is None else f"{base}[{node.slice.value!r}]"
    return None


def root_of(path: str) -> str:
    """``self`` of ``self.optimizer``, ``losses`` of ``losses[0]``."""
    return path.partition(".")[0].partition("[")[0]


def touches(changed: str, wanted: str) -> bool:
    """Whether changing one path changes what the other holds."""
    return changed == wanted or is_inside(changed, wanted) or is_inside(wanted, changed)


def is_inside(inner: str, outer: str) -> bool:
    """Whether a path leads through another: ``net.body`` and ``net[0]`` through ``net``."""
    return inner.startswith((f"{outer}.", f"{outer}["))


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """``node`` and what lies in it, without the bodies of functions and classes."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        if isinstance(current, (*FUNCTIONS, ast.ClassDef)) and current is not node:
            continue
        waiting += ast.iter_child_nodes(current)


def read_paths(node: ast.AST) -> set[str]:
    """The longest paths that ``node`` reads, functions inside it included."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, ast.Name | ast.Attribute | ast.Subscript):
            path = path_of(current)
            if path is not None:
                if isinstance(current.ctx, ast.Load):
                    found.add(path)
                continue
        waiting += ast.iter_child_nodes(current)
    return found


def graph_paths(node: ast.AST) -> set[str]:
    """``read_paths`` without what is cut off from its gradient: ``x.detach()``, ``x.item()``."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, ast.Call) and getattr(current.func, "attr", "") in CUTS:
            continue
        if isinstance(current, ast.Name | ast.Attribute | ast.Subscript):
            path = path_of(current)
            if path is not None:
                if isinstance(current.ctx, ast.Load) and not path.endswith(".data"):
                    found.add(path)
                continue
        waiting += ast.iter_child_nodes(current)
    return found


def read_names(node: ast.AST) -> set[str]:
    """The plain names that ``node`` reads, functions inside it included.

    What a comprehension or a lambda calls its own is none of them.
    """
    nodes = list(ast.walk(node))
    own = {inner for n in nodes if isinstance(n, SCOPED) for inner in _own_names(n)}
    return {
        n.id
        for n in nodes
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n not in own
    }


def _own_names(node: Comprehension | ast.Lambda) -> Iterator[ast.Name]:
    """Where a comprehension or a lambda reads what it binds itself."""
    if isinstance(node, ast.Lambda):
        bound = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
        inside: list[ast.AST] = [node.body]
    else:
        first, *rest = node.generators
        bound = {
            n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)
        }
        values = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        inside = [first.target, *first.ifs, *rest, *values]
    yield from (
        n for part in inside for n in ast.walk(part) if isinstance(n, ast.Name) and n.id in bound
    )


def bound_names(node: ast.AST) -> set[str]:
    """The plain names that running ``node`` may bind or delete where it stands."""
    found: set[str] = set()
    inner: set[ast.AST] = set()
    for current in own_nodes(node):
        if isinstance(current, COMPREHENSIONS):
            for generator in current.generators:
                inner |= set(ast.walk(generator.target))
        if isinstance(current, ast.Name) and not isinstance(current.ctx, ast.Load):
            if current not in inner:
                found.add(current.id)
        elif isinstance(current, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(current.name)
        elif isinstance(current, ast.alias):
            found.add(current.asname or current.name.partition(".")[0])
        elif isinstance(current, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and current.name:
            found.add(current.name)
    return found


def bound_itself(statement: ast.stmt) -> set[str]:
    """The names that a statement binds, but for those that the statements in it bind."""
    match statement:
        case ast.With(items):
            targets = (item.optional_vars for item in items if item.optional_vars is not None)
            return {name for target in targets for name in bound_names(target)}
        case ast.For(target):
            return bound_names(target)
        case ast.If() | ast.While() | ast.Try():
            return set()
    return bound_names(statement)


def stored_paths(node: ast.AST) -> set[str]:
    """Names and attributes that ``node`` assigns to; of a subscript, what it is a part of."""
    found = bound_names(node)
    for current in own_nodes(node):
        if isinstance(current, ast.Attribute | ast.Subscript) and not isinstance(
            current.ctx, ast.Load
        ):
            holder: ast.expr = current
            while isinstance(holder, ast.Subscript):
                holder = holder.value
            path = path_of(holder)
            if path is not None:
                found.add(path)
        elif isinstance(current, ast.For):
            found |= set(_lists_of_changed(current))
    return found


def _lists_of_changed(loop: ast.For) -> Iterator[str]:
    """``envs`` of ``for env in envs: env["loss"] = ...``: what it holds is changed."""
    names = bound_names(loop.target)
    stores = (node for statement in loop.body for node in own_nodes(statement))
    if any(
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id in names
        for node in stores
    ):
        iterated = loop.iter
        given = iterated.args if isinstance(iterated, ast.Call) else [iterated]
        yield from (path for one in given if (path := path_of(one)) is not None)


def changed_in_place(node: ast.AST) -> Iterator[str]:
    """The names of tensors that change in place.

    MindSpore 2.10.0 refuses that in a function to differentiate once they were an argument of one.
    """
    for inner in own_nodes(node):
        match inner:
            case ast.Call(func=ast.Attribute(value=ast.Name(name), attr=method)):
                if method.endswith("_") and not method.endswith("__"):
                    yield name
            case ast.Subscript(ctx=ast.Store()) if (path := path_of(inner.value)) is not None:
                yield root_of(path)
