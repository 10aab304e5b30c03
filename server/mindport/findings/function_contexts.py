"""What autograd functions saved, read by its old name (MP306): ``ctx.saved_variables``.

torch keeps the name beside ``saved_tensors``. The context of MindSpore 2.10.0's ``_Function`` has the
new one alone, and the first gradient raises.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

FUNCTIONS = frozenset({"torch.autograd.Function", "mindspore._Function"})
SAVED, OLD = "saved_tensors", "saved_variables"
MESSAGE = Text(
    "saved_variables is the old name of saved_tensors, and MindSpore has the new one alone.",
    "saved_variables 是 saved_tensors 的旧名称，MindSpore 只支持新名称。",
)
TITLE = Text("Use saved_tensors", "改用 saved_tensors")


def function_context_findings(site: Site) -> Iterator[Finding]:
    """Each read of the old name on the first argument of a method of such a class."""
    for read in (read for info in site.bindings.classes for read in _old_reads(info)):
        span = site.document.span(read)
        fix = Fix(TITLE, "safe", (Edit(Span(span.end - len(OLD), span.end), (SAVED,)),))
        yield Finding(
            "MP306", "error", "torch.autograd.Function", None, "certain", MESSAGE, span, fix
        )


def _old_reads(info: ClassInfo) -> Iterator[ast.Attribute]:
    if info.node is None or not any(base.name in FUNCTIONS for base in info.bases):
        return
    for method in info.node.body:
        if isinstance(method, ast.FunctionDef) and method.args.args:
            context = method.args.args[0].arg
            yield from (
                read
                for read in find(method, ast.Attribute)
                if read.attr == OLD and isinstance(read.value, ast.Name)
                if read.value.id == context
            )
