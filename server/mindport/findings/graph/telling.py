"""How an MP4xx finding is made, and what the rules ask of a tree."""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.report import Finding, Fix, Severity
from mindport.texts import Text

# Codes of what compiles and computes something else; the others are refused.
DIFFERS = frozenset({"MP404", "MP405", "MP406", "MP407", "MP409", "MP411", "MP412"})
SYMBOL = "mindspore.GRAPH_MODE"


def told(
    site: Site,
    code: str,
    node: ast.AST,
    message: Text,
    fix: Fix | None = None,
    severity: Severity | None = None,
) -> Finding:
    """A finding of graph mode: an error where it is refused, a warning where it differs."""
    severity = severity or ("warning" if code in DIFFERS else "error")
    return Finding(code, severity, SYMBOL, None, "certain", message, site.document.span(node), fix)


def method_call(node: ast.AST) -> tuple[ast.expr, str] | None:
    """Receiver and name of ``receiver.name(...)``."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.value, node.func.attr
    return None
