"""Whether an expression is a whole number of Python's, as far as the text around it tells."""

from __future__ import annotations

import ast
import re

from mindport.nodes import find, name_of
from mindport.symbols.assignments import assigned

MAX_DEPTH = 4
WHOLE = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
# How people call numbers of things, and what they are read off.
CALLED = re.compile(
    r"(^|_)(num|dims?|size|states?|len|length|count|heads|channels|steps|width|height|embd|bands)$"
    r"|^(num|n)_"
)


def is_count(node: ast.expr, function: ast.AST, depth: int = 0) -> bool:
    """``len(x)``, ``x.shape[0] + 1``, ``self.num_heads``, and parameters that are whole by their
    annotation or default."""
    match node:
        case ast.Constant(value):
            return type(value) is int
        case ast.UnaryOp(_, operand):
            return is_count(operand, function, depth)
        case ast.BinOp(left, op, right) if isinstance(op, WHOLE):
            return is_count(left, function, depth) and is_count(right, function, depth)
        case ast.Subscript(ast.Attribute(attr="shape")):
            return True
        case ast.Attribute(attr=name):
            return CALLED.search(name) is not None
        case ast.Call(func):
            return name_of(func) in ("len", "int") or (name_of(func) == "size" and bool(node.args))
        case ast.Name(name) if depth < MAX_DEPTH:
            values = assigned(name, function)
            if values is None:
                return _is_whole_parameter(name, function) or _is_a_size(name, function)
            return bool(values) and all(is_count(one, function, depth + 1) for one in values)
    return False


def _is_whole_parameter(name: str, function: ast.AST) -> bool:
    """A parameter that nothing binds again, annotated as ``int`` or with such a default."""
    if not isinstance(function, ast.FunctionDef):
        return False
    if any(n.id == name and not isinstance(n.ctx, ast.Load) for n in find(function, ast.Name)):
        return False
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    defaults += [*arguments.defaults, *arguments.kw_defaults]
    for one, default in zip([*positional, *arguments.kwonlyargs], defaults, strict=True):
        if one.arg == name:
            plain = default.operand if isinstance(default, ast.UnaryOp) else default
            whole = isinstance(plain, ast.Constant) and type(plain.value) is int
            return whole or getattr(one.annotation, "id", "") == "int"
    return False


def _is_a_size(name: str, function: ast.AST) -> bool:
    """``b, t = x.shape``, and nothing else binds ``t``."""
    stores = [n for n in find(function, ast.Name) if n.id == name and isinstance(n.ctx, ast.Store)]
    unpacked = {
        item
        for statement in find(function, ast.Assign)
        if _gives_sizes(statement.value)
        for target in statement.targets
        if isinstance(target, ast.Tuple)
        for item in target.elts
    }
    return bool(stores) and unpacked.issuperset(stores)


def _gives_sizes(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return name_of(value.func) == "size" and not value.args
    return isinstance(value, ast.Attribute) and value.attr == "shape"
