"""What ``setup(...)`` of a setup.py asks for: torch becomes MindSpore, what builds on torch is told (MP906)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.dependencies import Asked, asked_in, dependency_findings
from mindport.findings.site import Site
from mindport.nodes import find, name_of, walk
from mindport.report import Finding
from mindport.symbols.assignments import assigned

ASKING = frozenset({"extras_require", "install_requires", "setup_requires", "tests_require"})


def setup_findings(site: Site) -> Iterator[Finding]:
    """One finding for each requirement of torch, or of what builds on it."""
    document = site.document
    if document.tree is None or not any(word in document.text for word in ASKING):
        return
    asked: list[Asked] = []
    for text in _texts(document.tree):
        span = document.span(text)
        written = document.text[span.start : span.end]
        quote = next((i for i, letter in enumerate(written) if letter in "\"'"), -1)
        if quote < 0 or written[quote : quote + 3] in ('"""', "'''"):
            continue
        asked += asked_in(document.text, span.start + quote + 1, span.end - 1)
    yield from dependency_findings(asked, site.target)


def _texts(tree: ast.Module) -> Iterator[ast.Constant]:
    """The texts in what ``setup`` is given to ask for, and in the lists whose names it is given."""
    seen: set[ast.expr] = set()
    for call in find(tree, ast.Call):
        given = [one.value for one in call.keywords if one.arg in ASKING]
        for value in given if name_of(call.func) == "setup" else ():
            names = [n.id for n in walk(value) if isinstance(n, ast.Name)]
            for source in (value, *(one for name in names for one in assigned(name, tree) or ())):
                yield from _requirements(source, seen)


def _requirements(node: ast.expr, seen: set[ast.expr]) -> Iterator[ast.Constant]:
    """The texts of a list, and of the lists that a dict holds."""
    if isinstance(node, ast.Dict):
        for value in node.values:
            yield from _requirements(value, seen)
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        for item in node.elts:
            yield from _requirements(item, seen)
    elif isinstance(node, ast.BinOp):
        for side in (node.left, node.right):
            yield from _requirements(side, seen)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in seen:
        seen.add(node)
        yield node
