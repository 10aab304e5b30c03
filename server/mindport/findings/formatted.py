"""``f"{loss:.4f}"`` of a tensor (MP101): MindSpore's tensors take no format specification."""

from __future__ import annotations

from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.knowledge.templates import is_atomic
from mindport.report import Confidence, Edit, Finding, Fix
from mindport.symbols.uses import Formatted
from mindport.symbols.values import TENSOR, is_tensor
from mindport.texts import Text

SYMBOL = "torch.Tensor.__format__"
# The presentation types of floating point numbers, which float() suits whatever the tensor holds.
FLOATING = tuple("eEfFgG%")
TITLE = Text("Format Python's number", "格式化 Python 数值")
MESSAGE = Text(
    "A tensor of MindSpore takes no format specification: the value is formatted as Python's "
    "number.",
    "MindSpore 张量不支持格式说明：需先转换为 Python 数值再格式化。",
)


MAYBE = Text("It is a number where no tensor was added to it.", "若未累加过张量，它仍是普通数值。")


def formatted_findings(site: Site) -> Iterator[Finding]:
    """Every tensor that a format specification is given for."""
    for item in site.bindings.formatted:
        confidence: Confidence = "certain" if item.value is TENSOR else "likely"
        span = site.document.span(item.node)
        yield Finding("MP101", "warning", SYMBOL, None, confidence, MESSAGE, span, _fix(item, span))


def _fix(item: Formatted, span: Span) -> Fix:
    start, end = Span(span.start, span.start), Span(span.end, span.end)
    if item.spec is not None and item.spec.endswith(FLOATING):
        return Fix(TITLE, "safe", (Edit(start, ("float(",)), Edit(end, (")",))))
    edits: tuple[Edit, ...] = (Edit(end, (".item()",)),)
    if not is_atomic(item.node):
        edits = (Edit(start, ("(",)), Edit(end, (").item()",)))
    if not is_tensor(item.value):
        return Fix(TITLE, "unsafe", edits, MAYBE)
    return Fix(TITLE, "safe", edits)
