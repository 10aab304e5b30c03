"""``with torch.no_grad() if frozen else nullcontext():``, an ``if`` with the block in either branch.

What leaves the block is cut from the graph in one of them alone.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.document import Document
from mindport.findings.site import Site
from mindport.findings.training.layout import unit_of
from mindport.nodes import name_of
from mindport.report import Edit, Fix, Moved
from mindport.symbols.uses import Use
from mindport.texts import Text

TITLE = Text("Write the block in two branches", "将该代码块分别写入两个分支")
SWITCH = Text("Write the condition as set_grad_enabled", "将条件改写为 set_grad_enabled")
NOTHING = frozenset({"nullcontext", "ExitStack"})
MOST = 8
"""How many lines are written twice at most."""


def chosen_mode(site: Site, use: Use) -> Fix | None:
    """The fix for a block whose header chooses between ``no_grad`` and nothing; None for others."""
    chosen, block = _chosen(use), use.statement
    if chosen is None or not isinstance(block, ast.With) or not _is_short(site.document, block):
        return None
    edit = _edit(site.document, block, chosen, stops=chosen.body is use.call)
    return Fix(TITLE, "safe", (edit,), rearranges=True)


def switched_mode(site: Site, uses: Sequence[Use]) -> Fix | None:
    """The fix that writes such headers of a training step as ``torch.set_grad_enabled(train)``.

    Where backward is called, nothing around the step stops gradients.
    """
    edits = []
    for use in uses:
        chosen, call = _chosen(use), use.call
        if chosen is None or call is None or not isinstance(call.func, ast.Attribute):
            continue
        test = Moved(site.document.span(chosen.test), operand=True)
        torch = ast.unparse(call.func.value)
        asked = (test,) if chosen.orelse is call else ("not ", test)
        line = (f"{torch}.set_grad_enabled(", *asked, ")")
        edits.append(Edit(site.document.span(chosen), line))
    return Fix(SWITCH, "safe", tuple(edits), rearranges=True) if edits else None


def _chosen(use: Use) -> ast.IfExp | None:
    """``torch.no_grad() if frozen else nullcontext()`` as the header of a block, or the reverse."""
    block = use.statement
    if not isinstance(block, ast.With) or len(block.items) != 1 or block.items[0].optional_vars:
        return None
    match block.items[0].context_expr:
        case ast.IfExp(_, one, other) as chosen if use.call in (one, other):
            rest = other if one is use.call else one
        case _:
            return None
    is_nothing = isinstance(rest, ast.Call) and name_of(rest.func) in NOTHING and not rest.args
    return chosen if is_nothing else None


def _is_short(document: Document, block: ast.With) -> bool:
    """Whether the body stands on few lines of its own, without strings that go over lines."""
    strings = (
        n for s in block.body for n in ast.walk(s) if isinstance(n, ast.Constant | ast.JoinedStr)
    )
    header = block.items[0].context_expr.end_lineno or block.lineno
    lines = (block.end_lineno or block.lineno) - header
    named = any("#" in document.line_text(line) for line in range(block.lineno - 1, header))
    return (
        not named
        and lines <= MOST
        and block.body[0].lineno > header
        and all(string.lineno == string.end_lineno for string in strings)
    )


def _edit(document: Document, block: ast.With, chosen: ast.IfExp, *, stops: bool) -> Edit:
    whole, newline, unit = document.span(block), document.newline, unit_of(document)
    header = document.line_of(whole.start)
    body = document.line_of(document.span(chosen).end) + 1
    blanks = document.text[document.line_starts[header] : whole.start]

    def text(node: ast.expr) -> str:
        span = document.span(node)
        return document.text[span.start : span.end]

    last = document.line_of(whole.end)
    lines = [document.line_text(number).rstrip("\r\n") for number in range(body, last + 1)]
    deeper = [f"{unit}{line}" if line.strip() else line for line in lines]
    stopped = [f"{blanks}{unit}with {text(chosen.body if stops else chosen.orelse)}:", *deeper]
    one, other = (stopped, lines) if stops else (lines, stopped)
    behind = document.line_text(last).rstrip("\r\n")[whole.end - document.line_starts[last] :]
    other = [*other[:-1], other[-1].removesuffix(behind)]  # a comment stays behind the last one
    return Edit(
        whole, (newline.join([f"if {text(chosen.test)}:", *one, f"{blanks}else:", *other]),)
    )
