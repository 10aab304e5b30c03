"""Attributes of the user's own that parameters hold and compiled code asks for (MP402, MP404).

With MindSpore 2.10.0 a compiled parameter has those of its class alone: reading another one is refused,
``hasattr`` is False, and ``getattr`` gives its default.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.parameter_data import is_parameter
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, kept, targets, walk
from mindport.report import Finding
from mindport.texts import Text

REFUSED = Text(
    "Graph mode does not see attributes that are set on a parameter; keep it as an attribute of the "
    "Cell.",
    "静态图模式看不到设置在参数上的自定义属性，请改为 Cell 的属性。",
)
ABSENT = Text(
    "Graph mode does not see attributes that are set on a parameter: it is taken to be absent here. "
    "Keep it as an attribute of the Cell.",
    "静态图模式看不到设置在参数上的自定义属性，此处会当作不存在。请改为 Cell 的属性。",
)
ASKS = frozenset({"hasattr", "getattr", "setattr"})


def own_attribute_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a place."""
    tree = site.document.tree
    assert tree is not None
    own = kept(tree, _set_or_asked) - set(site.api.members("torch.Tensor"))
    for function in code.functions if own else ():
        for node in function.nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                if node.attr in own and is_parameter(function, node.value):
                    yield told(site, "MP402", node, REFUSED)
            elif isinstance(node, ast.Call) and _asked(node) in own:
                absent = getattr(node.func, "id", "") == "hasattr" or len(node.args) > 2
                number, message = ("MP404", ABSENT) if absent else ("MP402", REFUSED)
                if is_parameter(function, node.args[0]):
                    yield told(site, number, node, message)


def _set_or_asked(tree: ast.Module) -> frozenset[str]:
    """The names that a file sets of anything but ``self``, or asks for by ``hasattr``."""
    asked = (_asked(call) for call in find(tree, ast.Call))
    found = {
        target.attr
        for node in walk(tree)
        for target in targets(node)
        if isinstance(target, ast.Attribute) and getattr(target.value, "id", "") != "self"
    }
    return frozenset(found | {name for name in asked if name is not None})


def _asked(node: ast.AST) -> str | None:
    """The name in ``hasattr(p, "name")``."""
    if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in ASKS:
        return None
    name = node.args[1] if len(node.args) > 1 else None
    value = name.value if isinstance(name, ast.Constant) else None
    return value if isinstance(value, str) else None
