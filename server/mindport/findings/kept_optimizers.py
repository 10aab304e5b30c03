"""``self.optimizer = Adam(self.parameters())`` in a module (MP307): MindSpore's optimizers are Cells.

As an attribute of a Cell an optimizer is a part of it. With MindSpore 2.7.2 to 2.10.0 the network's
parameters get other names then, and what the optimizer keeps counts among them: it is trained by the next
optimizer, saved with the network, counted and summed up. In the dictionary of the object it is no part.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Finding, Fix
from mindport.symbols.own_steps import OPTIMIZER
from mindport.symbols.values import UNKNOWN, ClassInfo
from mindport.texts import Text

CALLED = re.compile(r"(?:\w*_)?optim(?:i[sz]er)?(?:_\w+)?")
MESSAGE = Text(
    "MindSpore's optimizers are Cells: as an attribute of a network one is a part of it, what it keeps counts "
    "as parameters of the network, and these get other names.",
    "MindSpore 的优化器是 Cell：作为网络的属性时会成为其子 Cell，优化器的状态会被当作网络参数，且参数名称会改变。",
)
TITLE = Text("Keep it out of the network's parts", "不将其注册为网络的子 Cell")


def kept_optimizer_findings(site: Site) -> Iterator[Finding]:
    """One finding for each attribute of a module that is given an optimizer."""
    tree = site.document.tree
    if tree is None or not site.bindings.has_torch:
        return
    for target, value in _given(tree):
        if not _is_module(site, target.value):
            continue
        if _is_optimizer(site, value) or _is_called_optimizer(site, target, value):
            span = site.document.span(target)
            pieces = (site.document.span(target.value), f'.__dict__["{target.attr}"]')
            fix = Fix(TITLE, "safe", (Edit(span, pieces),))
            yield Finding("MP307", "warning", OPTIMIZER, None, "certain", MESSAGE, span, fix)


def _given(tree: ast.Module) -> Iterator[tuple[ast.Attribute, ast.expr]]:
    """The attributes that statements set, each with what it gets."""
    for statement in find(tree, ast.Assign):
        for target in statement.targets:
            match target, statement.value:
                case ast.Attribute(), value:
                    yield target, value
                case ast.Tuple(targets), ast.Tuple(values) if len(targets) == len(values):
                    pairs = zip(targets, values, strict=True)
                    yield from ((t, v) for t, v in pairs if isinstance(t, ast.Attribute))
    for annotated in find(tree, ast.AnnAssign):
        if isinstance(annotated.target, ast.Attribute) and annotated.value is not None:
            yield annotated.target, annotated.value


def _is_module(site: Site, node: ast.expr) -> bool:
    value = site.bindings.values.get(node, UNKNOWN)
    return isinstance(value.info, ClassInfo) and value.info.is_module


def _is_called_optimizer(site: Site, target: ast.Attribute, value: ast.expr) -> bool:
    """``self.optimizer = optimizer`` of what nothing tells of; kept so, what is none is as it was."""
    unknown = site.bindings.values.get(value, UNKNOWN).kind in ("unknown", "other", "none")
    given = isinstance(value, ast.Name | ast.Attribute | ast.Call)
    return unknown and given and CALLED.fullmatch(target.attr) is not None


def _is_optimizer(site: Site, node: ast.expr) -> bool:
    value = site.bindings.values.get(node, UNKNOWN)
    info = value.info if isinstance(value.info, ClassInfo) else None
    name = value.name if info is None else info.torch_base
    if not name:
        return False
    made = value.kind == "instance" or info is not None
    return made and site.api.is_subclass(name, OPTIMIZER)
