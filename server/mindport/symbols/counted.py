"""Whether the items of what a call gives are counted: ``len(net.state_dict())``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from mindport.nodes import find, name_of
from mindport.symbols.assignments import only_value

VIEWS = frozenset({"keys", "values", "items"})
COPIES = frozenset({"list", "tuple", "set", "dict", "sorted", "OrderedDict", "enumerate", "tqdm"})
SIZES = frozenset({"numel", "nelement"})
COMPREHENSIONS = (ast.DictComp, ast.GeneratorExp, ast.ListComp, ast.SetComp)
# Under what name files hold the state of a network beside other things.
STATES = re.compile(
    r"(?!.*(?:opt|sched|scaler)).*(?:state|model|net|weight|param|ema|module)", re.I
)
MAX_DEPTH = 4


def is_counted(call: ast.Call, parents: Mapping[ast.AST, ast.AST], within: ast.AST) -> bool:
    """Whether what ``call`` gives, or what is picked from it item by item, is counted in ``within``.

    Of what is loaded from a file that holds several things, the states of networks are asked for.
    """
    of_file = name_of(call.func) == "load"
    return any(
        _counts(node, parents.get(node))
        for node in _standing_for(call, of_file, parents, within, 0)
    )


def _standing_for(
    node: ast.AST, of_file: bool, parents: Mapping[ast.AST, ast.AST], within: ast.AST, depth: int
) -> Iterator[ast.AST]:
    """What the items are gone through, counted or assigned by, names for them included."""
    outer = parents.get(node)
    while outer is not None and _hands_on(outer, node, of_file):
        node, outer = outer, parents.get(outer)
    yield node
    if depth == MAX_DEPTH:
        return
    match outer:
        case ast.Assign([ast.Name(name)]) if only_value(name, within) is node:
            for one in find(within, ast.Name):
                if one.id == name and isinstance(one.ctx, ast.Load):
                    yield from _standing_for(one, of_file, parents, within, depth + 1)
        case ast.comprehension(iter=items) if items is node:
            made = parents[outer]
            if isinstance(made, COMPREHENSIONS) and made.generators == [outer]:
                yield from _standing_for(made, False, parents, within, depth + 1)


def _hands_on(outer: ast.AST, node: ast.AST, of_file: bool) -> bool:
    if isinstance(outer, ast.Call):
        return outer.func is node or name_of(outer.func) in COPIES
    if isinstance(outer, ast.Subscript):
        held = outer.slice.value if isinstance(outer.slice, ast.Constant) else None
        return of_file and isinstance(held, str) and STATES.match(held) is not None
    return isinstance(outer, ast.Attribute) and outer.attr in VIEWS


def _counts(node: ast.AST, outer: ast.AST | None) -> bool:
    """``len(node)``, ``sum(1 for k in ...)``, ``for k in node: n += 1``."""
    match outer:
        case ast.Call(ast.Name("len")):
            return True
        case ast.Call(ast.Name("sum")):
            return isinstance(node, COMPREHENSIONS)
        case ast.For(iter=items) if items is node:
            return any(
                isinstance(one.op, ast.Add) and _is_a_number(one.value)
                for one in find(outer, ast.AugAssign)
            )
    return False


def _is_a_number(added: ast.expr) -> bool:
    if isinstance(added, ast.Call):
        return name_of(added.func) in SIZES
    return isinstance(added, ast.Constant) and added.value == 1
