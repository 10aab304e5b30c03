"""Properties of a base class that compute with tensors (MP411).

Measured with MindSpore 2.10.0: graph mode compiles the properties of a Cell's own class; those that a
base defines Python evaluates when the graph is compiled, so that what they compute is a constant.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, name_of, walk
from mindport.report import Finding
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

CONSTANT = Text(
    "Graph mode computes a property that a base class defines once, when it compiles: later values are "
    "not seen, and gradients are lost without a word. Make it a method.",
    "静态图模式只在编译时计算一次基类定义的属性：之后看不到新的值，梯度也会无提示地丢失。请改为方法。",
)


def inherited_property_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a result that is computed; a parameter that is given as it is is trained."""
    tree = site.document.tree
    bases = {name_of(base) for c in find(tree, ast.ClassDef) for base in c.bases} if tree else set()
    for function in code.functions:
        names = [getattr(one, "id", "") for one in function.node.decorator_list]
        owner = None if function.owner is None else function.owner.node
        if "property" not in names or owner is None or owner.name not in bases:
            continue
        for node in walk(function.node):
            value = node.value if isinstance(node, ast.Return) else None
            if value is None or isinstance(value, ast.Attribute | ast.Constant):
                continue
            if is_tensor(site.bindings.values.get(value, UNKNOWN)):
                yield told(site, "MP411", value, CONSTANT)
