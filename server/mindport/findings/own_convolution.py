"""``def _conv_forward(self, x, weight, bias)`` in a convolution, which torch's forward calls (MP301).

MindSpore's construct calls no such method: the class gets a construct that does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.flat_kernels import READ_AS_THREE
from mindport.findings.site import Site
from mindport.nodes import find, name_of
from mindport.report import Edit, Finding, Fix, Severity
from mindport.symbols.values import ClassInfo
from mindport.symbols.walk import find_member
from mindport.texts import Text

METHOD = "_conv_forward"
OWNERS = frozenset({"torch.nn.Conv1d", "torch.nn.Conv2d", "torch.nn.Conv3d"})
MESSAGE = Text(
    "torch's convolution calls _conv_forward, MindSpore's does not; the class needs a construct that "
    "calls self._conv_forward(x, self.weight, self.bias).",
    "torch 的卷积会调用 _conv_forward，MindSpore 不会；该类需要一个调用 "
    "self._conv_forward(x, self.weight, self.bias) 的 construct。",
)
TITLE = Text("Call it in construct", "在 construct 中调用它")


def own_convolution_findings(site: Site) -> Iterator[Finding]:
    """Convolutions of the file with a _conv_forward of their own that nothing would call."""
    for info in site.bindings.classes:
        method = info.methods.get(METHOD)
        if info.node is None or info.torch_base not in OWNERS or method is None:
            continue
        node, own = method.node, find_member(info, "forward")
        if not isinstance(node, ast.FunctionDef) or (own is not None and not _asks_base(info)):
            continue
        fix = None if own is not None or node.decorator_list else _calling(site, info, node)
        severity: Severity = "error" if fix is None else "warning"
        symbol = f"{info.torch_base}.{METHOD}"
        span = site.document.name_span(node)
        yield Finding("MP301", severity, symbol, None, "certain", MESSAGE, span, fix)


def _calling(site: Site, info: ClassInfo, method: ast.FunctionDef) -> Fix:
    """The fix that puts such a construct in front of the method."""
    indent = " " * method.col_offset
    weight = (
        f"self.weight{READ_AS_THREE}" if info.torch_base == "torch.nn.Conv1d" else "self.weight"
    )
    lines = (
        "def construct(self, x):",
        f"{indent}    return self.{METHOD}(x, {weight}, self.bias)",
        "",
        indent,
    )
    start = site.document.span(method).start
    return Fix(TITLE, "safe", (Edit(Span(start, start), (site.document.newline.join(lines),)),))


def _asks_base(info: ClassInfo) -> bool:
    """Whether a forward of the class's asks for torch's: ``super().forward(x)``."""
    assert info.node is not None
    return any(
        call.func.attr in ("forward", "__call__")
        and (
            name_of(call.func.value).startswith("Conv")
            or (isinstance(call.func.value, ast.Call) and name_of(call.func.value.func) == "super")
        )
        for call in find(info.node, ast.Call)
        if isinstance(call.func, ast.Attribute)
    )
