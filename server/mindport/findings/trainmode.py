"""A Cell starts in evaluation mode, a torch module in training mode (MP218)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.symbols.expressions import GIVE_THEMSELVES
from mindport.symbols.uses import Construction
from mindport.texts import Text

# What computes something else in training mode; classes of other files may hold any of it.
DEPENDS = re.compile(r"\b\w*(?:[Dd]ropout|BatchNorm|InstanceNorm|RReLU|\.training|MultiheadAttention"
                     r"|Transformer|LSTM|GRU|RNN)\w*")  # fmt: skip
SETS_MODE = re.compile(r"\.(?:train|eval|set_train)\(")
MESSAGE = Text(
    "This network is used in training mode, in which torch makes it; a new Cell is in evaluation "
    "mode, so Dropout and BatchNorm would do something else.",
    "torch 创建的网络处于训练模式，此处直接使用；而 Cell 创建后处于推理模式，Dropout 与 BatchNorm 的行为会不同。",
)


def train_mode_findings(site: Site) -> Iterator[Finding]:
    """One finding for each network that is made and called, but never put into a mode.

    A file that sets a mode anywhere is trusted to do it where it matters.
    """
    text = site.document.text
    if not site.bindings.constructed or SETS_MODE.search(text):
        return
    depends = DEPENDS.search(text) is not None
    for made in site.bindings.constructed:
        name = _name(made)
        if name is None or made.statement is None:
            continue
        if not depends and not _from_elsewhere(site, made.call):
            continue
        if _is_called(site, made, name):
            yield _finding(site, made, name)


def _name(made: Construction) -> str | None:
    statement = made.statement
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign) and _innermost(statement.value) is made.call:
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        targets = [statement.target] if _innermost(statement.value) is made.call else []
    return next((target.id for target in targets if isinstance(target, ast.Name)), None)


def _innermost(node: ast.expr) -> ast.expr:
    """``Net()`` of ``Net().to(device)``: moving a network gives the network."""
    while (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and f"torch.nn.Module.{node.func.attr}" in GIVE_THEMSELVES
    ):
        node = node.func.value
    return node


def _from_elsewhere(site: Site, call: ast.Call) -> bool:
    local = {info.name for info in site.bindings.classes}
    return isinstance(call.func, ast.Name) and call.func.id not in local


def _is_called(site: Site, made: Construction, name: str) -> bool:
    scope: ast.AST | None = site.document.tree
    if made.function is not None:
        scope = made.function.node
    assert scope is not None
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
        for node in ast.walk(scope)
    )


def _finding(site: Site, made: Construction, name: str) -> Finding:
    document, statement = site.document, made.statement
    assert statement is not None
    span = document.span(statement)
    before = document.text[document.line_starts[document.line_of(span.start)] : span.start]
    separator = "; " if before.strip() else f"{document.newline}{before}"
    edit = Edit(Span(span.end, span.end), (f"{separator}{name}.set_train()",))
    fix = Fix(Text(f"Add {name}.set_train()", f"添加 {name}.set_train()"), "safe", (edit,))
    place = document.span(made.call.func)
    return Finding(
        "MP218", "warning", "torch.nn.Module", "mindspore.nn.Cell.set_train", "certain", MESSAGE,
        place, fix,
    )  # fmt: skip
