"""``k = t[i]``, then ``t[i] = 0``, then ``k`` (MP215): in torch the name shows what was written.

Seen with MindSpore 2.10.0 on a CPU: in what a derivative is taken of, also under no_grad, a part or
another view keeps the old values where an item is set; outside of it, it shows the new ones.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.flat_views import is_recorded
from mindport.findings.named_views import ATTRIBUTES, Given, gives_view, last_given
from mindport.findings.ownership import IN_PLACE
from mindport.findings.site import Site
from mindport.findings.training.names import path_of, root_of
from mindport.nodes import find, function_around, lies_in
from mindport.report import Finding
from mindport.symbols.fresh import VIEW_METHODS
from mindport.symbols.index_ranges import overlap
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor.index_put_"
MESSAGE = Text(
    "In torch {0} is a view, and shows from here on what is written; in a function that MindSpore "
    "differentiates it keeps the old values. If these are meant, take a copy: {0} = {1}.clone().",
    "在 torch 中 {0} 是视图，自此反映写入的内容；在 MindSpore 被求导的函数中它保持旧值。若本意是旧值，请取副本："
    "{0} = {1}.clone()。",
)


def kept_part_findings(site: Site) -> Iterator[Finding]:
    """One finding for each part that is written while a name for it is read afterwards."""
    tree = site.document.tree
    if tree is None or not site.bindings.has_torch:
        return
    for target in _written(tree):
        if not is_tensor(site.bindings.values.get(target.value, UNKNOWN)):
            continue
        kept = _kept(site, tree, target)
        if kept is not None and is_recorded(site, target):
            name, shown = kept[0], ast.unparse(kept[1])
            told = Text(MESSAGE.en.format(name, shown), MESSAGE.zh.format(name, shown))
            span = site.document.span(target)
            yield Finding("MP215", "warning", SYMBOL, None, "likely", told, span)


def _written(tree: ast.Module) -> Iterator[ast.Subscript]:
    """``t[i]`` of ``t[i] = 0`` and of ``t[i].mul_(2)``, which is written as such."""
    for target in find(tree, ast.Subscript):
        if isinstance(target.ctx, ast.Store):
            yield target
    for call in find(tree, ast.Call):
        match call.func:
            case ast.Attribute(ast.Subscript() as part, name) if name in IN_PLACE:
                yield part


def _kept(site: Site, tree: ast.Module, target: ast.Subscript) -> tuple[str, ast.expr] | None:
    """A name that shows what is written, and is read behind it, with what it was given."""
    scope, written = function_around(tree, target) or tree, _first_index(target)
    path = _path(written.value)
    if path is None:
        return None
    for read in find(scope, ast.Name):
        if not isinstance(read.ctx, ast.Load) or read.id == root_of(path):
            continue
        given = last_given(scope, read)
        if given is None or given.value is None or given.line >= target.lineno:
            continue
        is_behind = _is_behind(scope, read, target, given.line)
        anew = is_behind and _is_bound_anew(scope, path, given.line, target.lineno)
        if is_behind and not anew and _shows(site, given, written, path):
            return read.id, given.value
    return None


def _path(node: ast.expr) -> str | None:
    """``self.t`` of ``self.t`` and ``self.t.data``, which is the same tensor in MindSpore."""
    return path_of(node.value if isinstance(node, ast.Attribute) and node.attr == "data" else node)


def _first_index(node: ast.Subscript) -> ast.Subscript:
    """``t[0]`` of ``t[0][1]``."""
    while isinstance(node.value, ast.Subscript):
        node = node.value
    return node


def _is_behind(scope: ast.AST, read: ast.Name, target: ast.Subscript, given: int) -> bool:
    """Whether a name is read on a line behind, or in the next round of a loop that does not give it."""
    if read.lineno > (target.end_lineno or 0):
        return True
    loops: list[ast.For | ast.While] = [*find(scope, ast.For), *find(scope, ast.While)]
    return any(
        lies_in(read, loop) and lies_in(target, loop) and given < loop.lineno for loop in loops
    )


def _shows(site: Site, given: Given, written: ast.Subscript, path: str) -> bool:
    """Whether what a name was given is a view of what is written, as far as the text tells."""
    if given.place is not None or given.value is None:
        return False
    view, inner = given.value, None
    while _path(view) != path:
        inner = view
        match view:
            case ast.Subscript(shown):
                is_view = _is_named(site, view) or gives_view(site, Given(given.line, view))
            case ast.Call(ast.Attribute(shown, method)):
                is_view = method in VIEW_METHODS or method == "detach"
            case ast.Attribute(shown, name):
                is_view = name in ATTRIBUTES
            case _:
                return False
        if not is_view:
            return False
        view = shown
    if isinstance(inner, ast.Subscript):
        return ast.unparse(inner) == ast.unparse(written) or overlap(inner.slice, written.slice)
    return inner is not None


def _is_named(site: Site, part: ast.Subscript) -> bool:
    """``t[i]`` of a name that is not known to be a tensor, which would pick a copy."""
    index = part.slice
    return isinstance(index, ast.Name) and not is_tensor(site.bindings.values.get(index, UNKNOWN))


def _is_bound_anew(scope: ast.AST, path: str, first: int, last: int) -> bool:
    """Whether the tensor's name is given another tensor between two lines."""
    stored: list[ast.Name | ast.Attribute] = [*find(scope, ast.Name), *find(scope, ast.Attribute)]
    return any(
        isinstance(one.ctx, ast.Store) and first < one.lineno <= last and path_of(one) == path
        for one in stored
    )
