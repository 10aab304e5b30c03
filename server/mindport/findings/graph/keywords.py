"""``x.chunk(2, dim=1)`` (MP402): with ``dim`` by keyword graph mode takes an operator that the CPU
lacks, by position one that it has."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

# The methods, and the names of their parameters in torch and MindSpore.
METHODS = {"chunk": ("chunks", "dim"), "split": ("split_size", "dim")}
KEYWORD = Text(
    "With {0} by keyword, graph mode takes an operator for {1} that the CPU has no kernel for; give "
    "the arguments by position.",
    "以关键字形式给出 {0} 时，静态图模式为 {1} 选用 CPU 没有实现的算子；请按位置传参。",
)
TITLE = Text("Give the arguments by position", "按位置传参")


def keyword_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call that names ``dim``; positions mean the same in torch and both modes."""
    if "CPU" not in site.target.devices:
        return
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            names = METHODS.get(node.func.attr)
            given = [keyword.arg for keyword in node.keywords]
            if names is None or "dim" not in given or code.dotted(node.func):
                continue
            if any(isinstance(one, ast.List | ast.Tuple) for one in node.args):
                continue  # by sizes it has a kernel
            words = ("dim", node.func.attr)
            message = Text(KEYWORD.en.format(*words), KEYWORD.zh.format(*words))
            yield told(site, "MP402", node, message, _by_position(site, node, names))


def _by_position(site: Site, node: ast.Call, names: tuple[str, ...]) -> Fix | None:
    """The names taken away, where the arguments stand in the order of the parameters."""
    order = [*names[: len(node.args)], *(keyword.arg for keyword in node.keywords)]
    if tuple(order) != names or any(isinstance(one, ast.Starred) for one in node.args):
        return None
    document = site.document
    edits = tuple(
        Edit(Span(document.span(keyword).start, document.span(keyword.value).start), ("",))
        for keyword in node.keywords
    )
    return Fix(TITLE, "safe", edits)
