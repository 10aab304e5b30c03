"""``continue`` where a tensor's values choose (MP408): graph mode compiles the rest of the loop within
it, round in round, until the calls are nested too deep."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise

from mindport.document import Document, Span
from mindport.findings.blocks import indentation, string_lines
from mindport.findings.dropped import remove_statement
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.joins import Flow
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

NESTED = Text(
    "A tensor's values choose this 'continue': graph mode compiles all further rounds once more within "
    "each round, which takes long, and fails where they are many. Put the rest of the loop into else.",
    "是否执行该 continue 取决于张量的值：静态图模式会在每一轮中再次编译其余各轮，耗时很长，轮数多时会失败。"
    "请将循环的其余部分放入 else。",
)
ELSE = Text("Put the rest into else", "将其余部分放入 else")


def continue_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a ``continue``."""
    for function in code.functions:
        given = {one.arg for one in function.parameters}
        for scope in scopes(function):
            flow = Flow(site, code, scope, given)
            for loop in scope.nodes:
                for test, rest in _chosen(loop) if isinstance(loop, ast.For) else ():
                    if flow.depends(test.test):
                        fix = _with_else(site.document, test, rest)
                        yield told(site, "MP408", test.body[-1], NESTED, fix)


def _chosen(loop: ast.For) -> Iterator[tuple[ast.If, Sequence[ast.stmt]]]:
    """The ``if`` that end with ``continue`` in a loop, each with what stands behind it."""
    for index, (one, _) in enumerate(pairwise(loop.body)):
        if isinstance(one, ast.If) and isinstance(one.body[-1], ast.Continue) and not one.orelse:
            yield one, loop.body[index + 1 :]


def _with_else(document: Document, test: ast.If, rest: Sequence[ast.stmt]) -> Fix | None:
    first, last = (document.line_of(document.span(one).start) for one in (test, test.body[-1]))
    end = document.span(test.body[-1]).end
    tail = document.text[end : document.line_starts[last + 1]].strip()
    unit = indentation(document, last) - indentation(document, first)
    if last == first or tail or unit <= 0:
        return None
    bottom = document.line_of(document.span(rest[-1]).end)
    inside = {line for one in rest for line in string_lines(document, one)}
    lines = [n for n in range(last + 1, bottom + 1) if document.line_text(n).strip()]
    header = f"{document.line_text(first)[: indentation(document, first)]}else:{document.newline}"
    edits = [remove_statement(document, test.body[-1])]
    gap = Span(document.line_starts[last + 1], document.line_starts[lines[0]])
    for line in lines:
        begin = document.line_starts[line]
        span, text = (gap, header) if line == lines[0] else (Span(begin, begin), "")
        edits.append(Edit(span, (text + ("" if line in inside else " " * unit),)))
    return Fix(ELSE, "safe", tuple(edits))
