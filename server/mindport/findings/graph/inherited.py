"""``super()`` without arguments in compiled methods (MP402).

The graph compiler of 2.10.0 looks for it from the object's class and not from the one that the
method stands in: where another class derives from that, the method calls itself without an end.
``super(Net, self)`` is found as Python finds it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text, filled

TOLD = Text(
    "Graph mode takes super() from the object's own class: in a class that derives from {0} the method "
    "calls itself without an end. Name the class.",
    "静态图模式从对象自身的类开始查找 super()：在 {0} 的子类中，该方法会无限调用自身。请写明类名。",
)
TITLE = Text("Write super({0}, self)", "写成 super({0}, self)")


def inherited_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call of ``super()`` in a method of a class that another of the file extends."""
    extended = {base.info for one in site.bindings.classes for base in one.bases}
    for function in code.functions:
        owner = function.owner.node if function.owner in extended and function.owner else None
        if owner is None or function.node not in owner.body or not function.parameters:
            continue
        for node in function.nodes:
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "super":
                if node.args or not _is_of_module(site, owner):
                    continue
                given = f"super({owner.name}, {function.parameters[0].arg})"
                fix = Fix(
                    filled(TITLE, owner.name), "safe", (Edit(site.document.span(node), (given,)),)
                )
                yield told(site, "MP402", node, filled(TOLD, owner.name), fix)


def _is_of_module(site: Site, owner: ast.ClassDef) -> bool:
    """Whether the class's name means the class in its methods: it is one of the module's."""
    tree = site.document.tree
    return tree is not None and owner in tree.body
