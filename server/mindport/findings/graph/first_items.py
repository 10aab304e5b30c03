"""``next(iter(d.values()))`` in compiled code (MP402): ``list(d.values())[0]``.

Seen with MindSpore 2.10.0: graph mode keeps the gradient of what such a list gives.
"""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Take the first item of a list", "取列表的第一项")
VIEWS = frozenset({"keys", "values", "items"})


def of_list(site: Site, node: ast.Call) -> Fix | None:
    """The fix for ``next`` and for the ``iter`` in it."""
    tree = site.document.tree
    for call in find(tree, ast.Call) if tree is not None else ():
        match call:
            case ast.Call(
                ast.Name("next"),
                [
                    ast.Call(
                        ast.Name("iter"), [ast.Call(ast.Attribute(_, view), [], []) as items], []
                    )
                ],
                [],
            ) if view in VIEWS and node in (call, call.args[0]):
                span = site.document.span
                return Fix(TITLE, "safe", (Edit(span(call), ("list(", span(items), ")[0]")),))
    return None
