"""``x[0, k]`` where ``k`` is a tensor without axes, as ``x.argmax()`` gives it (MP220).

MindSpore computes it, and raises in its gradient ("the rank(indices) must be greater than or equal to
2"): seen running 2.7.2 to 2.10.0 on a CPU where each index is a number or such a tensor.
``x[0][k]`` is the same and has its gradient, whatever axes ``k`` has. Behind anything but numbers,
as in ``x[tags[i + 1], tags[i]]``, the tensors without axes become numbers when the program runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import find, function_around, names_bound
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor.__getitem__"
MESSAGE = Text(
    "MindSpore has no gradient of x[0, k] where k is a tensor without axes; x[0][k] is the same and has one.",
    "当 k 是零维张量时，MindSpore 无法对 x[0, k] 求梯度；x[0][k] 结果相同且可以求梯度。",
)
HELPER = "helper.as_index"
AS_NUMBERS = Text(
    "MindSpore has no gradient of x[a, b] where a and b are numbers or tensors without axes.",
    "当 a、b 是数或零维张量时，MindSpore 无法对 x[a, b] 求梯度。",
)
GIVE_NUMBERS = Text("Make numbers of tensors without axes", "将零维张量转为数")
TITLE = Text("Index one axis after the other", "逐维索引")
# What has axes in any case, or of which it is not known how many it stands for.
MAYBE_NUMBERS = ("unknown", "other")
ONE_BY_ONE = (ast.Slice, ast.Starred, ast.List, ast.Tuple, ast.ListComp, ast.Compare)
# Methods that give a tensor without axes where they are given no axis.
TO_ONE = frozenset({"argmax", "argmin", "max", "median", "min", "squeeze", "sum"})


def scalar_index_findings(site: Site) -> Iterator[Finding]:
    """One finding for each such index of what is surely a tensor."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None:
        return
    for node in find(tree, ast.Subscript):
        if not isinstance(node.ctx, ast.Load) or not isinstance(node.slice, ast.Tuple):
            continue
        if len(node.slice.elts) < 2 or not is_tensor(values.get(node.value, UNKNOWN)):
            continue
        *numbers, last = node.slice.elts
        scope = function_around(tree, node) or tree
        if _has_no_axes(site, last, scope) and all(is_number(item, scope) for item in numbers):
            between = Span(site.document.span(numbers[-1]).end, site.document.span(last).start)
            fix = Fix(TITLE, "safe", (Edit(between, ("][",)),))
            span = site.document.span(node)
            yield Finding("MP220", "warning", SYMBOL, None, "likely", MESSAGE, span, fix)
        elif site.target.mode != "GRAPH":
            yield from _as_numbers(site, node, node.slice, scope)


def _as_numbers(
    site: Site, node: ast.Subscript, indices: ast.Tuple, scope: ast.AST
) -> Iterator[Finding]:
    """The finding of ``x[tags[i + 1], tags[i]]``, none of which surely has axes."""
    if any(isinstance(item, ONE_BY_ONE) or _is_ellipsis(item) for item in indices.elts):
        return
    maybe = [item for item in indices.elts if not is_number(item, scope)]
    tensors = [item for item in maybe if _may_have_no_axes(site, item, scope)]
    others = [item for item in maybe if item not in tensors]
    if tensors and all(site.bindings.values.get(o, UNKNOWN).kind in MAYBE_NUMBERS for o in others):
        span = site.document.span
        edits = tuple(Edit(span(one), (Name(HELPER), "(", span(one), ")")) for one in tensors)
        fix = Fix(GIVE_NUMBERS, "safe", edits)
        yield Finding("MP220", "warning", SYMBOL, None, "likely", AS_NUMBERS, span(node), fix)


def _may_have_no_axes(site: Site, node: ast.expr, scope: ast.AST) -> bool:
    """A tensor without axes, or ``lengths[0]`` of what may be one; ``lengths[0] - 1``, too."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        sides = [side for side in (node.left, node.right) if not is_number(side, scope)]
        return len(sides) == 1 and _may_have_no_axes(site, sides[0], scope)
    made = list(_made(scope, node.id)) if isinstance(node, ast.Name) else [node]
    return bool(made) and all(
        one is not None and (_has_no_axes(site, one, scope) or _is_of_unknown(site, one, scope))
        for one in made
    )


def _is_of_unknown(site: Site, node: ast.expr, scope: ast.AST) -> bool:
    """``lengths[0]``, ``labels[b, 0]`` of what may be a tensor."""
    if not isinstance(node, ast.Subscript):
        return False
    places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    held = site.bindings.values.get(node.value, UNKNOWN)
    return held.kind == "unknown" and all(is_number(place, scope) for place in places)


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _has_no_axes(site: Site, node: ast.expr, scope: ast.AST) -> bool:
    """Whether a tensor may have no axes: ``x.argmax()``, ``labels[0]``, a name of one."""
    if not is_tensor(site.bindings.values.get(node, UNKNOWN)):
        return False
    made = list(_made(scope, node.id)) if isinstance(node, ast.Name) else [node]
    return bool(made) and all(one is not None and _gives_one(one, scope) for one in made)


def _gives_one(node: ast.expr, scope: ast.AST) -> bool:
    match node:
        case ast.Subscript(slice=item):
            return is_number(item, scope)
        case ast.Call(ast.Attribute(ast.Name("torch"), name), [_], []):
            return name in TO_ONE
        case ast.Call(ast.Attribute(attr=name), [], []):
            return name in TO_ONE
    return False


def _made(scope: ast.AST, name: str) -> Iterator[ast.expr | None]:
    """What a name is given in a function; None for what is no plain assignment."""
    plain = {
        target: statement.value
        for statement in find(scope, ast.Assign)
        for target in statement.targets
    }
    for node in find(scope, ast.Name):
        if node.id == name and isinstance(node.ctx, ast.Store):
            yield plain.get(node)
    if any(argument.arg == name for argument in find(scope, ast.arg)):
        yield None


def is_number(node: ast.expr, scope: ast.AST) -> bool:
    """``0``, ``-1``, and the name of a loop over a range."""
    match node:
        case ast.BinOp(left, ast.Add() | ast.Sub(), right):
            return is_number(left, scope) and is_number(right, scope)
        case ast.Constant(int()) | ast.UnaryOp(ast.USub(), ast.Constant(int())):
            return True
        case ast.Name(name):
            loops = [loop for loop in find(scope, ast.For) if name in names_bound(loop.target)]
            return bool(loops) and all(_counts(loop, name) for loop in loops)
    return False


def _counts(loop: ast.For, name: str) -> bool:
    """``for name in range(n)``, ``for name, x in enumerate(xs)``."""
    match loop.target, loop.iter:
        case ast.Name(), ast.Call(ast.Name("range")):
            return True
        case ast.Tuple([ast.Name(first), *_]), ast.Call(ast.Name("enumerate")):
            return first == name
    return False
