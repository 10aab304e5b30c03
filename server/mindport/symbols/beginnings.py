"""Where a network is set up, before any optimizer takes a step.

An optimizer of MindSpore's that took one goes on with the memory that the parameters had then; up to
there they may be given other memory.
"""

from __future__ import annotations

import ast
import re

from mindport.nodes import find, function_around, kept, name_of, statement_parents, walk

CONSTRUCTORS = frozenset({"__init__", "__new__", "__post_init__"})
# Functions that set up a network, and those that do so with one that may have been trained.
SETS_UP = re.compile(r"init|build|make|create", re.I)
AGAIN = re.compile(r"re_?(?:init|build|make|create)", re.I)
# Calls that take a step, or of functions that are named for training.
STEPS = re.compile(r"step|backward|fit|learn|_*train(?:_\w+)?")

Function = ast.FunctionDef | None


def is_beginning(tree: ast.Module, node: ast.expr, seen: frozenset[str] = frozenset()) -> bool:
    """Whether no optimizer can have taken a step where ``node`` is evaluated.

    That is so in a constructor, before the first step of a program or of a function that made the
    network itself, and in functions that are named for setting up and asked for in such places only.
    """
    function = function_around(tree, node)
    if function is None or _uses_what_it_made(tree, function, node):
        return not _steps_before(tree, function, node)
    if function.name in CONSTRUCTORS or function.name in seen:
        return True
    if AGAIN.search(function.name) or not SETS_UP.search(function.name):
        return False
    known = seen | {function.name}
    return all(is_beginning(tree, read, known) for read in kept(tree, _reads)[function.name])


def _uses_what_it_made(tree: ast.Module, function: ast.FunctionDef, node: ast.expr) -> bool:
    """``net = Net()`` before ``net.apply(init_weights)``, for what is called with or of ``node``."""
    made = kept(function, _made)
    around = statement_parents(tree)
    outer: ast.AST | None = node
    while isinstance(outer, ast.expr):
        if any(isinstance(inner, ast.Name) and inner.id in made for inner in walk(outer)):
            return True
        outer = around.get(outer)
    return False


def _made(function: ast.FunctionDef) -> frozenset[str]:
    """The names that stand for what a class or a function named for making gave."""
    return frozenset(
        target.id
        for statement in find(function, ast.Assign)
        if isinstance(statement.value, ast.Call) and _makes(statement.value)
        for target in statement.targets
        if isinstance(target, ast.Name)
    )


def _makes(call: ast.Call) -> bool:
    name = name_of(call.func)
    return name[:1].isupper() or SETS_UP.search(name) is not None


def _reads(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """Where the file reads the names of its functions."""
    found: dict[str, list[ast.expr]] = {one.name: [] for one in find(tree, ast.FunctionDef)}
    reads: list[ast.Name | ast.Attribute] = [*find(tree, ast.Name), *find(tree, ast.Attribute)]
    for node in reads:
        if isinstance(node.ctx, ast.Load) and name_of(node) in found:
            found[name_of(node)].append(node)
    return found


def _steps_before(tree: ast.Module, function: Function, node: ast.expr) -> bool:
    """Whether the function, or the program, may take a step before ``node``: above it, or in a loop
    around it."""
    lines = kept(tree, _steps).get(function, [])
    if not lines:
        return False
    scope = tree if function is None else function
    loops = [*find(scope, ast.For), *find(scope, ast.While)]
    ends = [one.end_lineno or 0 for one in loops if one.lineno <= node.lineno]
    behind = max([node.lineno, *(end + 1 for end in ends if end >= node.lineno)])
    return any(line < behind for line in lines)


def _steps(tree: ast.Module) -> dict[Function, list[int]]:
    """The lines of the calls that may take a step, by the function around them."""
    found: dict[Function, list[int]] = {}
    for call in find(tree, ast.Call):
        if STEPS.fullmatch(name_of(call.func)) and not _sets_mode(call):
            found.setdefault(function_around(tree, call), []).append(call.lineno)
    return found


def _sets_mode(call: ast.Call) -> bool:
    """``model.train()``, which trains nothing."""
    method = isinstance(call.func, ast.Attribute) and call.func.attr == "train"
    return method and len(call.args) + len(call.keywords) < 2
