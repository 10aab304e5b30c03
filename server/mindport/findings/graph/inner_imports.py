"""``import math`` inside of a compiled function (MP401) goes to the top of the file."""

from __future__ import annotations

import ast
from collections import Counter
from itertools import takewhile

from mindport.document import Span
from mindport.findings.dropped import remove_statement
from mindport.findings.graph.definitions import Definition
from mindport.findings.site import Site
from mindport.findings.training.layout import line_behind, start_of
from mindport.nodes import kept, names_bound, walk
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Import at the top of the file", "移到文件顶部导入")
EARLY = Text(
    "The module is then imported when this file is: it must be installed, and must not import this file.",
    "该模块会随本文件一起导入：它必须已安装，且不能反过来导入本文件。",
)
# What Python and MindSpore bring along, and what imports nothing of the user's.
THERE = frozenset(
    {"collections", "copy", "functools", "itertools", "logging", "math", "mindspore", "numbers", "numpy",
     "operator", "os", "random", "re", "string", "sys", "time", "typing", "warnings"}
)  # fmt: skip
Import = ast.Import | ast.ImportFrom


def to_the_top(site: Site, node: Import) -> Fix | None:
    """The fix, where no other thing of the file has the names that it binds."""
    document, tree = site.document, site.document.tree
    modules = _modules(node)
    if tree is None or any(one.partition(".")[0] in ("torch", "__future__", "") for one in modules):
        return None
    same = [one for one in walk(tree) if isinstance(one, Import) and _key(one) == _key(node)]
    bound = kept(tree, _counted)
    if any(bound[name] != len(same) for name in _names(node)) or "*" in _names(node):
        return None
    opening = list(takewhile(lambda one: not isinstance(one, Definition | ast.ClassDef), tree.body))
    edits = [remove_statement(document, node)]
    if not any(one in opening for one in same):
        text = document.text[document.span(node).start : document.span(node).end]
        place = _behind_imports(site, tree, opening)
        edits.append(Edit(Span(place, place), (text, document.newline)))
    if all(one.partition(".")[0] in THERE for one in modules):
        return Fix(TITLE, "safe", tuple(edits))
    return Fix(TITLE, "unsafe", tuple(edits), EARLY)


def _behind_imports(site: Site, tree: ast.Module, opening: list[ast.stmt]) -> int:
    """Behind the last import of the file's beginning, or in front of its first statement."""
    imports = [one for one in opening if isinstance(one, Import)]
    if imports:
        return line_behind(site.document, imports[-1])
    first = tree.body[0]
    if ast.get_docstring(tree) is not None:
        return line_behind(site.document, first)
    return start_of(site.document, first)


def _counted(tree: ast.Module) -> Counter[str]:
    return Counter(names_bound(tree))


def _modules(node: Import) -> list[str]:
    """The modules; empty for one beside the file."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return ["" if node.level else node.module or ""]


def _names(node: Import) -> list[str]:
    return [(alias.asname or alias.name).partition(".")[0] for alias in node.names]


def _key(node: Import) -> str:
    return ast.unparse(node)
