"""``part = x[index]``, then ``part[0] = 5`` (MP215): torch's part is a copy, MindSpore sets it in x, too.

Run with MindSpore 2.7.2 to 2.10.0 in PyNative mode on a CPU, in what is differentiated and outside of
it: what is set in an item of ``x[index]`` is written back to ``x``, whatever the index is. In torch it is
where the index is made of numbers and slices; a list, a mask or a tensor of places gives a copy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.index_axes import axes_of_index, is_mask, picks
from mindport.findings.named_views import last_given
from mindport.findings.ownership import is_fresh
from mindport.findings.passed_views import reached, returned, sources
from mindport.findings.site import Site
from mindport.nodes import find, function_around
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, join

SYMBOL = "torch.Tensor.index_put_"
MESSAGE = Text(
    "In torch this is a copy. In MindSpore what is set in it is set in {0}, too; .copy() keeps {0} as it "
    "is.",
    "在 torch 中这是副本；在 MindSpore 中对它的赋值也会写入 {0}。.copy() 使 {0} 保持不变。",
)
NUMBER = Text(
    "If the index is a tensor of one number without axes, torch gives a view: leave the copy out then.",
    "若下标是没有维度的单个数张量，torch 返回视图，此时请勿复制。",
)
HOLDERS = ("sequence", "tuple", "mapping")
TITLE = Text("Take a copy", "取副本")


def picked_part_findings(site: Site) -> Iterator[Finding]:
    """One finding for each part that is picked and has items set later."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None or not site.bindings.has_torch:
        return
    told: set[ast.Subscript] = set()
    for target in find(tree, ast.Subscript):
        if (
            not isinstance(target.ctx, ast.Store)
            or values.get(target.value, UNKNOWN).kind in HOLDERS
        ):
            continue
        for part in _picked(site, tree, target.value):
            if site.target.mode == "GRAPH" and part is not target.value:
                continue  # a name for the part, or what it is part of, is none of x there
            axes = axes_of_index(site, tree, part.slice)
            if part in told or axes == "number" or _is_let_go(site, tree, part):
                continue
            told.add(part)
            end = site.document.span(part).end
            caution = None if axes == "some" else NUMBER
            edits = (Edit(Span(end, end), (".copy()",)),)
            fix = Fix(TITLE, "unsafe" if caution else "safe", edits, caution)
            whole = ast.unparse(part.value)
            said = Text(MESSAGE.en.format(whole), MESSAGE.zh.format(whole))
            span = site.document.span(part)
            message, given = join(said, caution), None if axes == "one" else fix
            yield Finding("MP215", "warning", SYMBOL, None, "likely", message, span, given)


def _picked(site: Site, tree: ast.Module, node: ast.expr) -> Iterator[ast.Subscript]:
    """The picked parts that ``node`` may be, or be an item of; each node is looked at once."""
    for one in reached(node, lambda one: _behind(site, tree, one)):
        if isinstance(one, ast.Subscript) and _is_picked(site, tree, one):
            yield one


def _is_picked(site: Site, tree: ast.Module, node: ast.Subscript) -> bool:
    """``x[mask]``: what an index of places or of truths picks of a tensor."""
    held = site.bindings.values.get(node.value, UNKNOWN)
    if held.kind in HOLDERS:
        return False
    return (picks(site, node.slice) and is_tensor(held)) or (
        held == UNKNOWN and is_mask(tree, node.slice)
    )


def _behind(site: Site, tree: ast.Module, node: ast.expr) -> Sequence[ast.expr]:
    """What ``node`` may stand for, or be a part of; what is picked leads to nothing else."""
    match node:
        case ast.Subscript() if _is_picked(site, tree, node):
            return []
        case ast.Subscript(whole):
            held = site.bindings.values.get(whole, UNKNOWN)
            return _items(tree, whole) if held.kind in HOLDERS else [whole]
        case ast.Name():
            given = [value for value, place in sources(tree, node) if place is None]
            return [*given, *_of_rounds_before(tree, node)]
        case ast.IfExp(body=one, orelse=other):
            return [one, other]
        case ast.Call(ast.Attribute(whole, "contiguous"), []):
            return [whole]
        case ast.Call():
            return list(returned(tree, node))
    return []


def _of_rounds_before(tree: ast.Module, name: ast.Name) -> Iterator[ast.expr]:
    """What the loops around a name give it on a line behind: ``x[0] = 5``, then ``x = x[mask]``."""
    scope = function_around(tree, name) or tree
    loops = [loop for kind in (ast.For, ast.While) for loop in find(scope, kind)]
    around = [loop for loop in loops if loop.lineno < name.lineno <= (loop.end_lineno or 0)]
    if around:
        last = max(loop.end_lineno or 0 for loop in around)
        for one in find(scope, ast.Assign):
            match one.targets:
                case [ast.Name(held)] if held == name.id and name.lineno < one.lineno <= last:
                    yield one.value


def _items(tree: ast.Module, holder: ast.expr) -> list[ast.expr]:
    """What a list or tuple is written with: ``[x[index], y]``."""
    given = sources(tree, holder) if isinstance(holder, ast.Name) else [(holder, None)]
    return [
        item
        for value, place in given
        if place is None and isinstance(value, ast.List | ast.Tuple)
        for item in value.elts
    ]


def _is_let_go(site: Site, tree: ast.Module, part: ast.Subscript) -> bool:
    """Whether nothing holds what is picked of, or nothing reads it behind."""
    whole = part.value
    while isinstance(whole, ast.Subscript):
        whole = whole.value
    if not isinstance(whole, ast.Name):
        return is_fresh(site, whole)
    scope = function_around(tree, part) or tree
    last = last_given(scope, whole)
    if isinstance(scope, ast.Module) or last is None or last.value is None:
        return False
    if (
        last.place is not None
        or isinstance(last.value, ast.Subscript)  # what is set in it may be set in its whole
        or not is_fresh(site, last.value)
        or any((*find(scope, ast.For), *find(scope, ast.While)))
    ):
        return False
    names = (one for one in find(scope, ast.Name) if one.id == whole.id)
    return not any(isinstance(one.ctx, ast.Load) and one.lineno > part.lineno for one in names)
