"""Tensors that an optimizer holds (MP306): MindSpore's optimizers take nothing but Parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training.leaves import leaf_edits, optimized_leaves
from mindport.report import Edit, Finding, Fix, Name
from mindport.texts import Text, join

SYMBOL, PARAMETER = "torch.Tensor.requires_grad", "mindspore.Parameter"
MESSAGE = Text(
    "An optimizer holds this tensor: in MindSpore it is a Parameter, and needs no requires_grad.",
    "优化器持有该张量：在 MindSpore 中它应为 Parameter，无需 requires_grad。",
)
CALLERS = Text(
    "Only here is it a Parameter: the caller's tensor stays as it is, so what is returned counts.",
    "仅在此处成为 Parameter：调用者的张量保持不变，应使用返回值。",
)
TITLE = Text("Make it a Parameter", "改为 Parameter")


def parameter_findings(site: Site) -> Iterator[Finding]:
    """``log_alpha = torch.zeros(1, requires_grad=True)`` in front of ``Adam([log_alpha])``."""
    for leaf, statement in optimized_leaves(site).items():
        span = site.document.span(statement.value)
        name = leaf.path.rpartition(".")[2]
        if isinstance(statement, ast.Expr):
            made = (f"{name} = ", Name(PARAMETER), f'({name}, name="{name}")')
            fix = Fix(TITLE, "unsafe", (Edit(span, made),), CALLERS)
            told = join(MESSAGE, CALLERS)
            yield Finding("MP306", "warning", SYMBOL, PARAMETER, "certain", told, span, fix)
            continue
        edits = (
            *leaf_edits(site, leaf, is_read=True),
            Edit(Span(span.start, span.start), (Name(PARAMETER), "(")),
            Edit(Span(span.end, span.end), (f', name="{name}")',)),
        )
        if any(edit.span.contains(span) for edit in edits):
            continue  # made by a statement that is only its mark
        fix = Fix(TITLE, "safe", edits)
        yield Finding("MP306", "warning", SYMBOL, PARAMETER, "certain", MESSAGE, span, fix)
