"""Features of torchvision's VGG that are taken apart just before a ReLU (MP209).

torchvision's ReLU works in place: what the part before it gave, and the program keeps, holds what the
ReLU of the next part made of it. MindSpore's makes a new tensor. The part that ends behind the ReLU
gives the same: the next part begins with the tensor that the ReLU changed. Seen with torchvision 0.29.1.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around
from mindport.report import Edit, Finding, Fix
from mindport.symbols.uses import Use
from mindport.texts import Text

MADE = re.compile(r"torchvision\.models(?:\.vgg)?\.vgg(11|13|16|19)(_bn)?")
# How many convolutions stand between the poolings.
BLOCKS = {
    "11": (1, 1, 2, 2, 2),
    "13": (2, 2, 2, 2, 2),
    "16": (2, 2, 3, 3, 3),
    "19": (2, 2, 4, 4, 4),
}
TOLD = Text(
    "The next part begins with a ReLU that works in place in torch, so that what this one gives holds the "
    "result of it; MindSpore's ReLU makes a new tensor. End this part behind the ReLU.",
    "下一段以 torch 中原地计算的 ReLU 开头，因此本段的输出会变为其结果；MindSpore 的 ReLU 会生成新张量。请把 ReLU 划入本段。",
)
TITLE = Text("End the part behind the ReLU", "把 ReLU 划入本段")


def taken_apart_findings(site: Site) -> Iterator[Finding]:
    """One finding for each place where two parts meet before a ReLU."""
    tree = site.document.tree
    if tree is None or "vgg" not in site.document.text:
        return
    told: set[ast.expr] = set()
    for use in site.bindings.uses:
        made = MADE.fullmatch(use.symbol)
        function = function_around(tree, use.node) if made else None
        if made is None or function is None:
            continue
        starts, ends = _bounds(function)
        for place in sorted(_activations(made[1], bool(made[2])) & starts.keys() & ends.keys()):
            for end in ends[place]:
                if end not in told:
                    told.add(end)
                    yield _finding(site, use, place, end, [*ends[place], *starts[place]])


def _finding(site: Site, use: Use, place: int, end: ast.expr, bounds: list[ast.expr]) -> Finding:
    edits = tuple(Edit(site.document.span(bound), (str(place + 1),)) for bound in bounds)
    fix = Fix(TITLE, "unsafe", edits, TOLD)
    span = site.document.span(end)
    return Finding("MP209", "warning", use.symbol, None, "likely", TOLD, span, fix)


def _activations(depth: str, normalised: bool) -> set[int]:
    """The places of the ReLUs among the features."""
    found, place = set[int](), 0
    for count in BLOCKS[depth]:
        for _ in range(count):
            place += 2 if normalised else 1  # the convolution, and its normalisation
            found.add(place)
            place += 1
        place += 1  # the pooling
    return found


def _bounds(
    function: ast.FunctionDef,
) -> tuple[dict[int, list[ast.expr]], dict[int, list[ast.expr]]]:
    """Where ranges and slices of a function begin and end, as far as numbers say it."""
    starts: dict[int, list[ast.expr]] = {}
    ends: dict[int, list[ast.expr]] = {}

    def note(found: dict[int, list[ast.expr]], node: ast.expr | None) -> None:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            found.setdefault(node.value, []).append(node)

    for call in find(function, ast.Call):
        match call:
            case ast.Call(ast.Name("range"), [end], []):
                note(ends, end)
            case ast.Call(ast.Name("range"), [start, end], []):
                note(starts, start)
                note(ends, end)
    for one in find(function, ast.Slice):
        if one.step is None:
            note(starts, one.lower)
            note(ends, one.upper)
    return starts, ends
