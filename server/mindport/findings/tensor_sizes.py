"""``torch.full((2, lengths.max()), 0.5)``: a size that is a tensor (MP102).

torch takes whole numbers of tensors for sizes; of MindSpore's functions many do, and those here raise
(seen with 2.10.0 on a CPU). ``int(lengths.max())`` is the same number in both.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.symbols.assignments import assigned
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

MESSAGE = Text(
    "A size that is a tensor is refused here by MindSpore; int() and tolist() give the numbers.",
    "MindSpore 在此处不接受张量作为大小；用 int() 或 tolist() 取得数值。",
)
TITLE = Text("Take the numbers of the tensor", "取出张量的数值")


class Sizes(NamedTuple):
    """Where a call has its sizes: from which argument on, up to which, and under which names."""

    first: int
    last: int | None
    names: frozenset[str]


def _sizes(first: int, last: int | None, *names: str) -> Sizes:
    return Sizes(first, last, frozenset(names))


REFUSING = {
    "torch.full": _sizes(0, 1, "size"),
    "torch.narrow": _sizes(2, None, "start", "length"),
    "torch.nn.functional.pad": _sizes(1, 2, "pad"),
    "torch.normal": _sizes(2, 3, "size"),
    "torch.rand": _sizes(0, None, "size"),
    "torch.randn": _sizes(0, None, "size"),
    "torch.randperm": _sizes(0, 1, "n"),
    "torch.split": _sizes(1, 2, "split_size_or_sections"),
    "torch.Tensor.narrow": _sizes(1, None, "start", "length"),
    "torch.Tensor.new_full": _sizes(0, 1, "size"),
    "torch.Tensor.new_ones": _sizes(0, None, "size"),
    "torch.Tensor.split": _sizes(0, 1, "split_size"),
}


def tensor_size_findings(site: Site) -> Iterator[Finding]:
    """One finding for each call that has tensors among its sizes."""
    if site.target.mode == "GRAPH":  # compiled code takes no numbers out of tensors
        return
    told: set[ast.expr] = set()
    for use in site.bindings.uses:
        edits = [edit for node in _given(use) for edit in _edits(site, use, node, told)]
        if edits:
            fix = Fix(TITLE, "safe", tuple(edits), rearranges=True)
            span = edits[0].span
            yield Finding("MP102", "warning", use.symbol, None, "likely", MESSAGE, span, fix)


def _given(use: Use) -> Iterator[ast.expr]:
    """The arguments of a call that are sizes."""
    sizes = REFUSING.get(use.symbol)
    if sizes is None or use.call is None or use.confidence == "name":
        return
    yield from use.call.args[sizes.first : sizes.last]
    yield from (keyword.value for keyword in use.call.keywords if keyword.arg in sizes.names)


def _edits(site: Site, use: Use, node: ast.expr, told: set[ast.expr]) -> Iterator[Edit]:
    """Numbers for each tensor that a size, or a list of sizes, is made of."""
    span = site.document.span
    match node:
        case ast.Tuple() | ast.List():
            for item in node.elts:
                yield from _edits(site, use, item, told)
        case ast.BinOp(left, ast.Add(), right) if not _is_tensor(site, node):
            for side in (left, right):
                yield from _edits(site, use, side, told)
        case ast.Call(ast.Name("list" | "tuple" as kind), [held]) if _is_tensor(site, held):
            numbers = (span(held), ".tolist()")
            if held not in told:
                yield Edit(span(node), numbers if kind == "list" else ("tuple(", *numbers, ")"))
            told.add(held)
        case ast.Starred(held) if _is_tensor(site, held) and held not in told:
            told.add(held)
            yield Edit(span(held), (span(held), ".tolist()"))
        case ast.Name() if not _is_tensor(site, node):
            scope = site.document.tree if use.function is None else use.function.node
            given = [] if scope is None else assigned(node.id, scope) or []
            if len(given) == 1 and isinstance(given[0], ast.Tuple | ast.List | ast.BinOp):
                yield from _edits(site, use, given[0], told)
        case _ if _is_tensor(site, node) and node not in told:
            told.add(node)
            yield Edit(span(node), ("int(", span(node), ")"))


def _is_tensor(site: Site, node: ast.expr) -> bool:
    return is_tensor(site.bindings.values.get(node, UNKNOWN))
