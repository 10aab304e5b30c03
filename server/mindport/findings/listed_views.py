"""Lists of views that a function changes in place: ``torch._foreach_add_([x[0], x[1]], 1)`` (MP215)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.named_views import Given, gives_view, last_given
from mindport.findings.site import Site
from mindport.findings.twins import is_view
from mindport.nodes import function_around, name_of
from mindport.report import Finding
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

FUNCTIONS = "torch._foreach_"
SPLIT = frozenset({"chunk", "split", "tensor_split", "unbind"})
MESSAGE = Text(
    "The list may hold views of another tensor. In MindSpore what is written to them is lost, or raises; "
    "assign to the parts instead: x[0] = ...",
    "该列表可能含有另一张量的视图。MindSpore 中写入视图的内容会丢失或报错；请改为对各部分赋值：x[0] = ...",
)


def listed_view_finding(site: Site, use: Use) -> Finding | None:
    """The finding for a function that changes a list of tensors some of which are views."""
    if use.call is None or not (use.symbol.startswith(FUNCTIONS) and use.symbol.endswith("_")):
        return None
    keywords = (k.value for k in use.call.keywords if k.arg in ("self", "tensors"))
    listed = use.call.args[0] if use.call.args else next(keywords, None)
    if listed is None or not any(_shows(site, item) for item in _items(site, listed)):
        return None
    span = site.document.span(use.node)
    return Finding("MP215", "error", use.symbol, None, use.confidence, MESSAGE, span)


def _items(site: Site, listed: ast.expr) -> Iterator[ast.expr]:
    """What stands in a list, or for all that does: ``x.unbind(0)``, ``x[i]`` for some ``i``."""
    value = _value(site, listed)
    match value:
        case ast.List(items) | ast.Tuple(items):
            yield from items
        case ast.ListComp(item) | ast.GeneratorExp(item):
            yield item
        case ast.Call(ast.Name("list" | "tuple"), [inner]):
            yield from _items(site, inner)
        case _:
            yield value


def _shows(site: Site, item: ast.expr) -> bool:
    value = _value(site, item)
    if isinstance(value, ast.Call):
        return name_of(value.func) in SPLIT or is_view(site, value)
    # Of what is no tensor, ``params[0]``, an item is no view.
    known = isinstance(value, ast.Subscript) and is_tensor(
        site.bindings.values.get(value.value, UNKNOWN)
    )
    return known or (not isinstance(value, ast.Subscript) and is_view(site, value))


def _value(site: Site, node: ast.expr) -> ast.expr:
    """What a name was last given in its function; the node itself where it is no such name."""
    if not isinstance(node, ast.Name) or site.document.tree is None:
        return node
    scope = function_around(site.document.tree, node) or site.document.tree
    last = last_given(scope, node)
    if last is None or last.value is None:
        return node
    parts = last.place is not None and gives_view(site, Given(last.line, last.value, last.place))
    return last.value if last.place is None or parts else node
