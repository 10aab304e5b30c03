"""Complex numbers of Python's that tensors are given (MP212): ``x.mul(1j)``, ``x == 1j``, ``x[0] = 1j``.

Kernels of MindSpore 2.10.0 refuse them; ``==`` and ``!=`` give one bool. What fills a tensor with one
number takes them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around
from mindport.report import Finding
from mindport.symbols.imaginary import is_imaginary
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

COMPLEX = re.compile(r"[\d.][jJ]\b|\bcomplex\(")
TAKE_THEM = frozenset(
    {"tensor", "as_tensor", "asarray", "full", "full_like", "new_full", "fill_", "constant_"}
)
MESSAGE = Text(
    "MindSpore takes no complex number beside a tensor here; make a tensor of it, "
    "mindspore.Tensor(1j, mindspore.complex64).",
    "MindSpore 在此处不接受与张量并用的复数；请写成张量 mindspore.Tensor(1j, mindspore.complex64)。",
)


def complex_number_findings(site: Site) -> Iterator[Finding]:
    """One finding for each call, comparison and assignment that gives a complex number."""
    document = site.document
    tree = document.tree
    if tree is None or COMPLEX.search(document.text) is None:
        return
    given: list[ast.expr] = [
        number for use in site.bindings.uses for number in _arguments(site, use)
    ]
    given += [number for node in find(tree, ast.Compare) for number in _compared(site, node)]
    given += [number for node in find(tree, ast.Assign) for number in _assigned(site, node)]
    for number in given:
        if is_imaginary(number, function_around(tree, number) or tree):
            span = document.span(number)
            yield Finding("MP212", "warning", "torch.Tensor", None, "likely", MESSAGE, span)


def _arguments(site: Site, use: Use) -> Iterator[ast.expr]:
    """What a function or a method of tensors is called with."""
    module, _, name = use.symbol.rpartition(".")
    is_called = use.call is not None and site.api.kind(use.symbol) in ("function", "method")
    taken = name in TAKE_THEM or use.symbol == "torch.Tensor.masked_fill"  # as its entry writes it
    if use.call is None or not is_called or taken or module.startswith("torch.nn.init"):
        return
    if module != "torch.Tensor" and "Tensor" not in (site.api.returns(use.symbol) or ""):
        return
    yield from use.call.args
    yield from (keyword.value for keyword in use.call.keywords)


def _compared(site: Site, node: ast.Compare) -> Iterator[ast.expr]:
    sides = (node.left, *node.comparators)
    if any(_is_tensor(site, side) for side in sides):
        yield from (side for side in sides if not _is_tensor(site, side))


def _assigned(site: Site, node: ast.Assign) -> Iterator[ast.expr]:
    """``x[0] = 1j``."""
    for target in node.targets:
        if isinstance(target, ast.Subscript) and _is_tensor(site, target.value):
            yield node.value


def _is_tensor(site: Site, node: ast.expr) -> bool:
    return is_tensor(site.bindings.values.get(node, UNKNOWN))
