"""A function of torch's that the program puts its own in the place of (MP103): ``torch.save = save``.

What was migrated calls MindSpore, so that the patch reaches nothing any more.
"""

from __future__ import annotations

import ast

from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.report import Finding, Fix
from mindport.symbols.uses import Use
from mindport.texts import Text

CODE = "MP103"
MESSAGE = Text(
    "The program replaces a function of torch's. What was migrated calls MindSpore's, which this does"
    " not reach.",
    "程序在此替换了 torch 的函数；迁移后的代码调用 MindSpore 的函数，该替换不再起作用。",
)
TITLE = Text("Remove the assignment", "删除该赋值")
LOST = Text(
    "What the replacement does besides is lost: call it by its own name where it is needed.",
    "替换函数额外做的事会丢失：需要之处请以其自身的名称调用。",
)


def patched_finding(site: Site, use: Use) -> Finding | None:
    """``torch.load = partial(torch.load, weights_only=False)``."""
    statement = use.statement
    if use.context != "store" or use.owner is not None or not isinstance(statement, ast.Assign):
        return None
    if statement.targets != [use.node] or site.api.kind(use.symbol) != "function":
        return None
    fix = Fix(TITLE, "unsafe", (remove_statement(site.document, statement),), LOST)
    span = site.document.span(use.node)
    return Finding(CODE, "warning", use.symbol, None, use.confidence, MESSAGE, span, fix)
