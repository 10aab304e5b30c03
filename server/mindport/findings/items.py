"""Items of a result that MindSpore gives with another dtype: ``topk(x, k)[1]`` is int32."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from mindport.document import Span
from mindport.findings.site import Site
from mindport.knowledge import templates
from mindport.nodes import walk
from mindport.report import Edit, Name, Piece
from mindport.rewrites.calls import Rewrite
from mindport.rewrites.layout import blanked
from mindport.symbols.uses import Use
from mindport.texts import Text

# Methods after which the dtype of their receiver does not matter.
CASTS = frozenset({"long", "int", "float", "double", "half", "bool", "item", "tolist", "type_as"})


@dataclass(frozen=True, slots=True)
class Taken:
    """The expression that takes one item of the result."""

    index: int
    node: ast.expr


def restored(site: Site, use: Use, result: Rewrite, items: Mapping[int, str]) -> Rewrite:
    """The rewrite of ``use``, with its items as torch gives them, or with a doubt.

    Args:
        items: what is written behind each item that differs.
    """
    edits, complete = _item_edits(site, use, items)
    doubts = () if complete else (_unrestored(items),)
    return Rewrite((*result.edits, *edits), (*result.doubts, *doubts))


def _item_edits(site: Site, use: Use, items: Mapping[int, str]) -> tuple[tuple[Edit, ...], bool]:
    """The edits behind the items, and whether they reach all of them."""
    call = use.call
    if call is None:
        return (), False
    fields = site.api.fields(use.symbol)
    parent = site.parent(call, use.statement)
    taken = _taken(parent, call, fields)
    if taken is not None:
        return _suffixes(site, [taken], lambda n: site.parent(n, use.statement), items), True
    statement = use.statement
    if not isinstance(statement, ast.Assign) or statement.value is not call:
        return (), False
    if len(statement.targets) != 1:
        return (), False
    target = statement.targets[0]
    if isinstance(target, ast.Tuple | ast.List):
        return _unpacked(site, statement, target, items)
    if isinstance(target, ast.Name):
        return _named(site, use, target.id, fields, items)
    return (), False


def _taken(parent: ast.AST | None, node: ast.expr, fields: tuple[str, ...]) -> Taken | None:
    """The item that ``parent`` takes of ``node``: ``node[1]``, ``node.indices``."""
    if isinstance(parent, ast.Subscript) and parent.value is node:
        index = parent.slice
        if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub):
            inner = index.operand
            if isinstance(inner, ast.Constant) and isinstance(inner.value, int) and fields:
                return Taken(len(fields) - inner.value, parent)
        elif isinstance(index, ast.Constant) and isinstance(index.value, int):
            return Taken(index.value, parent)
    if isinstance(parent, ast.Attribute) and parent.value is node and parent.attr in fields:
        return Taken(fields.index(parent.attr), parent)
    return None


def _suffixes(
    site: Site,
    taken: list[Taken],
    parent_of: Callable[[ast.expr], ast.AST | None],
    items: Mapping[int, str],
) -> tuple[Edit, ...]:
    """What is written behind each taken item, but where its dtype does not matter."""
    edits = []
    for one in taken:
        outer = parent_of(one.node)
        is_cast = isinstance(outer, ast.Attribute) and outer.attr in CASTS
        if one.index in items and not is_cast:
            end = site.document.span(one.node).end
            edits.append(Edit(Span(end, end), _pieces(items[one.index])))
    return tuple(edits)


def _unpacked(
    site: Site, statement: ast.Assign, target: ast.Tuple | ast.List, items: Mapping[int, str]
) -> tuple[tuple[Edit, ...], bool]:
    """``values, indices = ...``: statements behind it."""
    texts: list[tuple[str, str]] = []
    for index, element in enumerate(target.elts):
        if isinstance(element, ast.Starred):
            return (), False
        if index not in items:
            continue
        if not isinstance(element, ast.Name | ast.Attribute):
            return (), False
        name = ast.unparse(element)
        if name != "_" or name in site.bindings.reads:
            texts.append((name, items[index]))
    return tuple(_behind(site, statement, texts)), True


def _behind(site: Site, statement: ast.stmt, texts: list[tuple[str, str]]) -> Iterator[Edit]:
    """``name = name.astype(...)`` in a line of its own behind the statement, where it has one."""
    document = site.document
    span = document.span(statement)
    line = document.line_of(span.end)
    indent = document.text[document.line_starts[document.line_of(span.start)] : span.start]
    end = document.line_starts[line] + len(document.line_text(line))
    alone = not indent.strip() and not blanked(document.text[span.end : end]).strip()
    for name, suffix in texts:
        at = end if alone else span.end
        gap = document.newline + indent if alone else "; "
        yield Edit(Span(at, at), (f"{gap}{name} = {name}", *_pieces(suffix)))


def _named(
    site: Site, use: Use, name: str, fields: tuple[str, ...], items: Mapping[int, str]
) -> tuple[tuple[Edit, ...], bool]:
    """``result = ...`` in a function that does nothing with it but take items."""
    function = site.document.tree if use.function is None else use.function.node
    assert function is not None
    taken: list[Taken] = []
    parents = {child: node for node in walk(function) for child in ast.iter_child_nodes(node)}
    for node in walk(function):
        if not isinstance(node, ast.Name) or node.id != name:
            continue
        if isinstance(node.ctx, ast.Store):
            if parents[node] is not use.statement:
                return (), False
            continue
        one = _taken(parents[node], node, fields)
        if one is None:
            return (), False
        taken.append(one)
    return _suffixes(site, taken, parents.get, items), True


def _pieces(suffix: str) -> tuple[Piece, ...]:
    """The suffix with its API names."""
    pieces = templates.parse("_" + suffix).pieces
    first = str(pieces[0])[1:]
    rest = [Name(p.name) if isinstance(p, templates.ApiName) else str(p) for p in pieces[1:]]
    return (first, *rest)


def _unrestored(items: Mapping[int, str]) -> Text:
    """What is to be said where the items are taken elsewhere."""
    which = ", ".join(f"[{index}]{suffix}" for index, suffix in sorted(items.items()))
    return Text(
        f"Items of the result have another dtype; write {which} where they are used.",
        f"结果中部分元素的 dtype 不同；使用处请写作 {which}。",
    )
