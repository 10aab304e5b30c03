"""``z = torch.unsqueeze(x, 1); z += 2`` (MP402): views that functions of mint give, changed in place.

With MindSpore 2.10.0 in graph mode all gradients are zero where what mint.unsqueeze gives is changed by
``+=`` or by setting items, and what mint.transpose, permute and swapaxes give is refused, as are parts
that mint.chunk gives, also behind ``contiguous()``. What the tensor's own methods give is right.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.scopes import Scope, scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.names import bound_names
from mindport.nodes import targets
from mindport.report import Edit, Finding, Fix, Operand, Piece
from mindport.texts import Text, filled

VIEW = Text(
    "What the function {0} gives is changed in place below: in graph mode gradients are lost, or it fails. "
    "Use the tensor's method: x.{1}(...).",
    "函数 {0} 的结果在后面被原地修改：静态图模式会丢失梯度或报错。请改用张量的方法：x.{1}(...)。",
)
TITLE = Text("Use the tensor's method", "改用张量的方法")
METHODS = {
    "unsqueeze": "unsqueeze", "transpose": "swapaxes", "swapaxes": "swapaxes", "swapdims": "swapaxes",
    "permute": "permute", "chunk": "chunk",
}  # fmt: skip
PARTS = "chunk"
HOLDERS = frozenset({"torch", "mindspore.mint"})


def changed_view_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a view."""
    for function in code.functions:
        for scope in scopes(function):
            changed = set(_changed(scope))
            for node in scope.nodes if changed else ():
                if not isinstance(node, ast.Assign):
                    continue
                call, is_copied = _made(node.value)
                if not isinstance(call, ast.Call):
                    continue
                holder, _, called = code.dotted(call.func).rpartition(".")
                if holder not in HOLDERS or called not in METHODS:
                    continue
                names = bound_names(node) & changed
                if called == PARTS and not is_copied:
                    names &= set(_copied(scope))
                is_right = is_copied and called == "unsqueeze"
                is_one = called == PARTS or isinstance(node.targets[0], ast.Name)
                if names and is_one and not is_right:
                    message = filled(VIEW, called, METHODS[called])
                    yield told(site, "MP402", call, message, _fix(site, call, called))


def _made(value: ast.expr) -> tuple[ast.expr, bool]:
    """``torch.chunk(x, 2)`` of ``torch.chunk(x, 2)[0].contiguous()``, and whether that is called."""
    is_copied = False
    while True:
        match value:
            case ast.Call(ast.Attribute(inner, "contiguous"), []):
                value, is_copied = inner, True
            case ast.Subscript(inner, ast.Constant()):
                value = inner
            case _:
                return value, is_copied


def _copied(scope: Scope) -> Iterator[str]:
    """The names of ``a = a.contiguous()``."""
    for node in scope.nodes:
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Attribute(ast.Name(own), "contiguous"))):
                if name == own:
                    yield name


def _changed(scope: Scope) -> Iterator[str]:
    """The names that are changed by an operator or by setting items."""
    for node in scope.nodes:
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        for target in targets(node):
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                yield target.value.id


def _fix(site: Site, call: ast.Call, called: str) -> Fix | None:
    """``x.unsqueeze(1)`` for ``torch.unsqueeze(x, 1)``."""
    if len(call.args) < 2 or call.keywords or isinstance(call.args[0], ast.Starred):
        return None
    span = site.document.span
    pieces: list[Piece] = [Operand(span(call.args[0])), f".{METHODS[called]}(", span(call.args[1])]
    for one in call.args[2:]:
        pieces += [", ", span(one)]
    return Fix(TITLE, "safe", (Edit(span(call), (*pieces, ")")),))
