"""Tensors of data that a function or module makes once, ``data = torch.from_numpy(x)``, and loops that
put data into a list: neither carries a gradient."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable

from mindport.findings.training.code import Root
from mindport.findings.training.facts import Facts
from mindport.findings.training.names import bound_names, changed_in_place
from mindport.nodes import find, name_of

IsData = Callable[[Facts, ast.expr, set[str]], bool]
ASKS = frozenset({"requires_grad", "requires_grad_", "retain_grad", "grad", "set_"})


def made_of_data(facts: Facts, root: Root, is_data: IsData) -> set[str]:
    """The names that the root's own statements give one value, of data, which nothing changes."""
    stores = Counter(
        one.id for one in find(root, ast.Name) if not isinstance(one.ctx, ast.Load)
    ) + Counter(one.arg for one in find(root, ast.arg))
    changed = {name for statement in root.body for name in changed_in_place(statement)}
    changed |= {name for one in find(root, ast.FunctionDef) for name in changed_in_place(one)}
    changed |= {
        getattr(one.value, "id", "") for one in find(root, ast.Attribute) if one.attr in ASKS
    }
    changed |= {
        getattr(given, "id", "")
        for call in find(root, ast.Call)
        if name_of(call.func) in facts.functions
        for given in (*call.args, *(keyword.value for keyword in call.keywords))
    }
    found: set[str] = set()
    for statement in root.body:
        match statement:
            case ast.Assign([ast.Name(name)], ast.Call() | ast.BinOp() as value):
                is_one = stores[name] == 1 and name not in changed | facts.parameters
                if is_one and is_data(facts, value, found):
                    found.add(name)
    return found


def fills_a_list(facts: Facts, loop: ast.stmt, data: set[str], is_data: IsData) -> bool:
    """``for n in (2, 3): targets.append(torch.zeros(n))`` of a list that holds data."""
    if not isinstance(loop, ast.For) or loop.orelse:
        return False
    counts = isinstance(loop.iter, ast.Call) and name_of(loop.iter.func) == "range"
    if not (counts or is_data(facts, loop.iter, data)):
        return False
    known = data | bound_names(loop.target)
    for statement in loop.body:
        match statement:
            case ast.Assign([ast.Name(name)], value) if is_data(facts, value, known):
                known.add(name)
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append"), [value], [])):
                if name not in data or not is_data(facts, value, known):
                    return False
            case _:
                return False
    return True
