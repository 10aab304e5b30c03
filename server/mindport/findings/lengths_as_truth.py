"""Modules with a ``__len__`` of their own (MP301): where one is empty, torch's is false.

Python asks ``__len__`` for the truth of an object without ``__bool__``. MindSpore's Cell has one,
which says True: seen with 2.10.0.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.symbols.walk import find_member
from mindport.texts import Text

LENGTH, TRUTH = "__len__", "__bool__"
SYMBOL = f"torch.nn.Module.{LENGTH}"
MESSAGE = Text(
    "A Cell is true, however long it is; torch's module is false where its __len__ gives 0, as in "
    "if blocks: or blocks or other.",
    "无论长度如何，Cell 的真值总为 True；torch 的模块在 __len__ 为 0 时为假，例如 if blocks: 或 blocks or other。",
)
TITLE = Text("Let its length tell whether it is true", "由长度决定真值")


def length_as_truth_findings(site: Site) -> Iterator[Finding]:
    """One finding for each class that has a length, and nothing that says whether it is true."""
    if LENGTH not in site.document.text:
        return
    for info in site.bindings.classes:
        body = info.node.body if info.node is not None and info.is_module else []
        methods = (one for one in body if isinstance(one, ast.FunctionDef))
        method = next((one for one in methods if _is_length(one)), None)
        if method is None or find_member(info, TRUTH) is not None:
            continue
        start = site.document.span(method).start
        indent = " " * method.col_offset
        own = method.args.args[0].arg
        text = f"def {TRUTH}({own}):\n{indent}    return len({own}) > 0\n\n{indent}"
        fix = Fix(TITLE, "safe", (Edit(Span(start, start), (text,)),))
        span = site.document.span(method)
        yield Finding("MP301", "warning", SYMBOL, None, "certain", MESSAGE, span, fix)


def _is_length(node: ast.FunctionDef) -> bool:
    return node.name == LENGTH and len(node.args.args) == 1 and not node.decorator_list
