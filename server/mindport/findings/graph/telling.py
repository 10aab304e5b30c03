"""How an MP4xx finding is made, and what the rules ask of a tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.report import Finding, Fix, Severity
from mindport.texts import Text

# Codes of what compiles and computes something else; the others are refused.
DIFFERS = frozenset({"MP404", "MP405", "MP406", "MP407", "MP409", "MP411", "MP412"})
SYMBOL = "mindspore.GRAPH_MODE"


def told(site: Site, code: str, node: ast.AST, message: Text, fix: Fix | None = None) -> Finding:
    """A finding of graph mode: an error where it is refused, a warning where it differs."""
    severity: Severity = "warning" if code in DIFFERS else "error"
    return Finding(code, severity, SYMBOL, None, "certain", message, site.document.span(node), fix)


def attribute_of_self(node: ast.AST) -> str | None:
    """``x`` of ``self.x``."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr if node.value.id == "self" else None
    return None


def targets(node: ast.AST) -> Iterator[ast.expr]:
    """What an assignment binds, tuples taken apart."""
    if isinstance(node, ast.Assign):
        waiting = list(node.targets)
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.AnnAssign) and node.value):
        waiting = [node.target]
    else:
        return
    for target in waiting:
        if isinstance(target, ast.Tuple | ast.List):
            waiting += target.elts
        elif isinstance(target, ast.Starred):
            waiting.append(target.value)
        else:
            yield target


def method_call(node: ast.AST) -> tuple[ast.expr, str] | None:
    """Receiver and name of ``receiver.name(...)``."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.value, node.func.attr
    return None
