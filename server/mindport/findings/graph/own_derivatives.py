"""Functions with a derivative of their own, torch.autograd.Function (MP402)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.derivative_cells import derivative_fix
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, walk
from mindport.report import Finding
from mindport.symbols.values import ClassInfo
from mindport.texts import Text, filled

OWN = Text(
    "Graph mode does not compile {0}, which has a derivative of its own: make it a Cell with the "
    "methods construct and bprop(self, *inputs, out, dout), or run this network in PyNative mode.",
    "静态图模式不支持自带求导规则的 {0}：请改为带有 construct 和 bprop(self, *inputs, out, dout) 方法的 Cell，或在 PyNative 模式下运行该网络。",
)
BASES = frozenset({"torch.autograd.Function", "torch.autograd.function.Function",
                   "mindspore._Function"})  # fmt: skip


def derivative_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a place in compiled code that names such a class, or its apply."""
    classes = {info.name: info for info in site.bindings.classes if has_own_derivative(info)}
    if not classes:
        return
    names = {name: name for name in classes} | dict(_applied(site, set(classes)))
    fixes = {name: derivative_fix(site, info) for name, info in classes.items()}
    for function in code.functions:
        if function.owner is not None and function.owner.name in classes:
            continue
        for node in function.nodes:
            name = attribute_of_self(node) or (node.id if isinstance(node, ast.Name) else "")
            if name in names and isinstance(getattr(node, "ctx", None), ast.Load):
                yield told(site, "MP402", node, filled(OWN, name), fixes[names[name]])


def has_own_derivative(info: ClassInfo, depth: int = 0) -> bool:
    """Whether a class, or one of its bases, derives from autograd's Function."""
    return any(
        base.name in BASES
        or (
            isinstance(base.info, ClassInfo)
            and depth < 8
            and has_own_derivative(base.info, depth + 1)
        )
        for base in info.bases
    )


def _applied(site: Site, classes: set[str]) -> Iterator[tuple[str, str]]:
    """``square`` of ``square = Square.apply`` or of ``self.square = ...``, and the class's name."""
    for node in walk(site.document.tree) if site.document.tree is not None else ():
        made = node.value if isinstance(node, ast.Assign) else None
        if not isinstance(made, ast.Attribute) or made.attr != "apply":
            continue
        if getattr(made.value, "id", "") in classes:
            assert isinstance(node, ast.Assign)
            name = made.value.id  # type: ignore[attr-defined]
            given = [attribute_of_self(t) or getattr(t, "id", None) for t in node.targets]
            yield from ((one, name) for one in given if one is not None)
