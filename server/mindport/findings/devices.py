"""``x.device == torch.device('cpu')`` (MP304): a tensor's device is the string ``'CPU:0'`` in MindSpore."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix, Piece
from mindport.symbols.values import UNKNOWN, argument_kind, is_device_of_tensor
from mindport.texts import Text, join

CODE, SYMBOL = "MP304", "torch.Tensor.device"
COMPARED = ast.Eq | ast.NotEq | ast.In | ast.NotIn
KIND = ".partition(':')[0].lower()"
MESSAGE = Text(
    "A tensor's device is a string such as 'CPU:0' in MindSpore, which equals neither 'cpu' nor what "
    "torch.device('cpu') becomes; its kind is compared.",
    "MindSpore 中张量的 device 是 'CPU:0' 这样的字符串，与 'cpu' 或 torch.device('cpu') 改写后的值都不相等；应比较其类型。",
)
CAUTION = Text(
    "It is 'cpu', 'gpu' or 'ascend', never 'cuda' or 'npu'; see what the code does with it.",
    "其值为 'cpu'、'gpu' 或 'ascend'，不会是 'cuda' 或 'npu'；请检查其后的代码。",
)
TITLE = Text("Compare the kind of the device", "比较设备类型")


def device_findings(site: Site) -> Iterator[Finding]:
    """A finding for each comparison of a tensor's device with what is no other tensor's."""
    tree, document = site.document.tree, site.document
    if tree is None or "device" not in document.text or not site.bindings.uses:
        return
    for compare in find(tree, ast.Compare):
        if len(compare.ops) != 1 or not isinstance(compare.ops[0], COMPARED):
            continue
        sides = (compare.left, compare.comparators[0])
        known = [_is_of_tensor(site, side) for side in sides]
        if known[0] is known[1]:
            continue
        held, other = sides if known[0] else (sides[1], sides[0])
        if isinstance(compare.ops[0], ast.In | ast.NotIn) and held is sides[0]:
            continue  # in a list of devices, or of names
        edits = [Edit(document.span(held), (document.span(held), KIND))]
        if (as_kind := _as_kind(site, other)) is not None:
            edits.append(Edit(document.span(other), as_kind))
        fix = Fix(TITLE, "unsafe", tuple(edits), CAUTION)
        span, message = document.span(compare), join(MESSAGE, CAUTION)
        yield Finding(CODE, "warning", SYMBOL, None, "likely", message, span, fix)


def _is_of_tensor(site: Site, node: ast.expr) -> bool:
    """``x.device``, a name for it, and ``str`` of it."""
    match node:
        case ast.Call(ast.Name("str"), [inner], []):
            node = inner
        case _:
            pass
    return is_device_of_tensor(site.bindings.values.get(node, UNKNOWN))


def _as_kind(site: Site, node: ast.expr) -> tuple[Piece, ...] | None:
    """The kind of a device that may be another tensor's; None for one that says its kind alone."""
    value = site.bindings.values.get(node, UNKNOWN)
    if isinstance(node, ast.Constant) or argument_kind(value) in ("device", "str"):
        return None
    return ("str(", site.document.span(node), f"){KIND}")
