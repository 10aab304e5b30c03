"""Whether what an optimizer is given may hold frozen parameters.

torch's optimizers leave alone what has no gradient. MindSpore's take zeros as its gradient, so that
weight decay changes it, and in graph mode they train it.
"""

from __future__ import annotations

import ast

from mindport.nodes import find, function_around, name_of, walk
from mindport.symbols.assignments import only_value
from mindport.symbols.freezing import FLAG, LISTS

CHAINS = frozenset({"chain", "fromkeys", "list", "tuple"})


def takes_frozen(tree: ast.Module, optimizer: ast.Call) -> bool:
    """Whether an optimizer's parameters are not seen to be without the frozen ones of a network."""
    named = (keyword.value for keyword in optimizer.keywords if keyword.arg == "params")
    given = next(iter((*optimizer.args[:1], *named)), None)
    return given is not None and _may_hold(tree, function_around(tree, optimizer) or tree, given)


def _may_hold(tree: ast.Module, scope: ast.AST, node: ast.expr, is_list: bool = True) -> bool:
    """``is_list``: it stands where a list of parameters does, or of groups of them."""

    def again(inner: ast.expr, is_list: bool = True) -> bool:
        return _may_hold(tree, scope, inner, is_list)

    match node:
        case ast.Call(ast.Attribute(attr=name)) if name in LISTS:  # given as they are
            return False
        case ast.Call(func, parts) if name_of(func) in CHAINS:
            return any(map(again, parts))
        case ast.Call(func, [asked, _]) if name_of(func) == "filter":
            return not _asks(asked)
        case ast.Dict(keys, values):
            held = [v for k, v in zip(keys, values, strict=True) if _is_params(k)]
            return any(map(again, held)) or (not held and None in keys)
        case ast.List(items) | ast.Tuple(items):
            return any(again(item, False) for item in items)
        case ast.BinOp(left, ast.Add(), right):
            return again(left) or again(right)
        case ast.Starred(value):
            return again(value)
        case ast.ListComp(element, generators) | ast.GeneratorExp(element, generators):
            if any(map(_asks, (test for one in generators for test in one.ifs))):
                return False
            return again(element, False) or again(generators[0].iter)
        case ast.Name(name):
            made = only_value(name, scope) if is_list else None
            # Behind a name what parameters() gives is not known to be for an optimizer.
            listed = isinstance(made, ast.Call) and name_of(made.func) in LISTS | CHAINS
            if isinstance(made, ast.Call) and not listed:
                return again(made)
            return is_list and not _is_asked_in(scope)
        case ast.Call(ast.Name(name)):
            own = [f for f in find(tree, ast.FunctionDef) if f.name == name]
            return not own or not all(map(_is_asked_in, own))
        case ast.Attribute():
            return not _is_asked_in(scope)
    return is_list


def _is_params(key: ast.expr | None) -> bool:
    return isinstance(key, ast.Constant) and key.value == "params"


def _asks(node: ast.AST) -> bool:
    """Whether it asks for what is trained."""
    return any(name_of(one) == FLAG for one in walk(node))


def _is_asked_in(scope: ast.AST) -> bool:
    """Whether a condition in a function, or a file, asks for what is trained."""
    tests = [node.test for node in find(scope, ast.If)]
    tests += [test for one in find(scope, ast.comprehension) for test in one.ifs]
    return any(map(_asks, tests))
