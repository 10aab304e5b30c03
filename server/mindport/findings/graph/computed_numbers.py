"""Numbers that the network computes, which are not known when the graph is compiled."""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.nodes import find, kept, name_of, walk
from mindport.symbols.assignments import assignments
from mindport.symbols.values import UNKNOWN, is_tensor

# What is known of a tensor without its numbers.
KNOWN = frozenset({"shape", "ndim", "dtype", "size", "dim", "numel", "element_size", "rank"})


def is_computed(
    site: Site,
    node: ast.expr,
    within: ast.AST,
    *,
    given: bool = False,
    seen: frozenset[str] = frozenset(),
) -> bool:
    """A tensor, ``n.item()``, ``int(n)`` of one, what is reckoned of such, a name for it, and what
    counts the turns of a loop over ``range(int(n))``.

    Args:
        given: whether a parameter that is taken for a tensor counts, too, though it may be a number.
    """
    value = site.bindings.values.get(node, UNKNOWN)
    parameters = kept(within, assignments)[3]
    may_be_number = value.likely and isinstance(node, ast.Name) and node.id in parameters
    if is_tensor(value) and (given or not may_be_number):
        return True
    match node:
        case ast.Attribute(_, name) if name in KNOWN:
            return False
        case ast.Call(func) if name_of(func) in KNOWN | {"len", "isinstance", "hasattr", "keys"}:
            return False
        case ast.Call(ast.Attribute(_, "item"), [], []):
            return True
        case ast.Call(ast.Attribute(inner)) | ast.Subscript(inner):
            if is_tensor(site.bindings.values.get(inner, UNKNOWN)):
                return True
        case ast.Name() if value.kind == "mapping":
            return False  # what goes through a dict gets its keys
        case ast.Name(name):
            values = () if name in seen else _given(node, within)
            seen |= {name}
            return any(is_computed(site, v, within, given=given, seen=seen) for v in values)
    parts = (one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr))
    return any(is_computed(site, one, within, given=given, seen=seen) for one in parts)


def has_computed_turns(site: Site, iterated: ast.expr, within: ast.AST) -> bool:
    """Whether how often a loop goes round is computed: ``range(int(n))``."""
    match iterated:
        case ast.Call(ast.Name("range"), limits):
            return any(is_computed(site, limit, within) for limit in limits)
    return False


def is_number(node: ast.expr, within: ast.AST, seen: frozenset[str] = frozenset()) -> bool:
    """``int(n)``, ``n.item()``, what is reckoned of such, a name for it: Python's number."""
    match node:
        case ast.Constant() | ast.Call(ast.Name("int" | "float" | "len" | "round")):
            return True
        case ast.Call(ast.Attribute(_, "item"), [], []):
            return True
        case ast.BinOp(left, _, right):
            return is_number(left, within, seen) and is_number(right, within, seen)
        case ast.UnaryOp(_, inner) | ast.Call(ast.Name("abs"), [inner]):
            return is_number(inner, within, seen)
        case ast.Name(name) if name in seen:
            return True  # what else it is given decides
        case ast.Name(name):
            values = kept(within, assignments)[0].get(name, [])
            return bool(_turns(node, within)) or (
                bool(values) and all(is_number(one, within, seen | {name}) for one in values)
            )
    return False


def _given(node: ast.Name, within: ast.AST) -> list[ast.expr]:
    """What a name is assigned; ``n`` where it counts the turns of the loop ``for name in range(n)``
    that it stands in."""
    loop = _around(node, within)
    if loop is None:
        return kept(within, assignments)[0].get(node.id, [])
    return [*_turns(node, within), *kept(loop, assignments)[0].get(node.id, ())]


def _turns(node: ast.Name, within: ast.AST) -> list[ast.expr]:
    """The limits of the ``range`` whose turns a name counts."""
    loop = _around(node, within)
    match None if loop is None else loop.iter:
        case ast.Call(ast.Name("range"), limits):
            return limits
    return []


def _around(node: ast.Name, within: ast.AST) -> ast.For | None:
    """The innermost loop that gives a name its value where it stands."""
    loops = [loop for loop in find(within, ast.For) if node in walk(loop)]
    named = [loop for loop in loops if any(n.id == node.id for n in find(loop.target, ast.Name))]
    return named[-1] if named else None
