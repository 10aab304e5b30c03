"""``k = t[i]``, then ``t[i] = 0``, then ``k`` (MP215): in torch the name shows what was written.

Seen with MindSpore 2.10.0 on a CPU: in a function that is differentiated the name keeps the old values;
outside of one it shows the new ones.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.flat_views import is_differentiated
from mindport.findings.named_views import Given, gives_view, last_given
from mindport.findings.site import Site
from mindport.nodes import find, function_around
from mindport.report import Finding
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
    for target in find(tree, ast.Subscript):
        is_set = isinstance(target.ctx, ast.Store)
        if not is_set or not is_tensor(site.bindings.values.get(target.value, UNKNOWN)):
            continue
        name = _name_of(site, tree, target)
        if name is not None and is_differentiated(site, target):
            part = ast.unparse(target)
            told = Text(MESSAGE.en.format(name, part), MESSAGE.zh.format(name, part))
            span = site.document.span(target)
            yield Finding("MP215", "warning", SYMBOL, None, "likely", told, span)


def _name_of(site: Site, tree: ast.Module, target: ast.Subscript) -> str | None:
    """A name that stands for the part, and is read on a line behind the one that writes it."""
    scope, part = function_around(tree, target) or tree, ast.unparse(target)
    for read in find(scope, ast.Name):
        if not isinstance(read.ctx, ast.Load) or read.lineno <= (target.end_lineno or 0):
            continue
        given = last_given(scope, read)
        if given is None or given.value is None or given.line >= target.lineno:
            continue
        if ast.unparse(given.value) == part and (_is_named(site, given) or gives_view(site, given)):
            return read.id
    return None


def _is_named(site: Site, given: Given) -> bool:
    """``t[i]`` of a name that is not known to be a tensor, which would pick a copy."""
    match given.value:
        case ast.Subscript(_, ast.Name() as index) if given.place is None:
            return not is_tensor(site.bindings.values.get(index, UNKNOWN))
    return False
