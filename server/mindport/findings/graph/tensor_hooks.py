"""``h.register_hook(lambda grad: grad * 2)`` in compiled code (MP402): MindSpore 2.10.0 takes there a
function of the file alone, and raises for a lambda or a function that is made beside the call."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.report import Finding
from mindport.texts import Text

MADE = Text(
    "In graph mode a tensor's hook must be a function that the file defines outside of classes and "
    "functions; write it there with def.",
    "静态图模式下张量的钩子必须是文件中定义在类和函数之外的函数；请在那里用 def 定义。",
)


def tensor_hook_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a hook."""
    for function in code.functions:
        for scope in scopes(function):
            made = {one.name for one in scope.nodes if isinstance(one, ast.FunctionDef)}
            made |= {
                target.id
                for one in scope.nodes
                if isinstance(one, ast.Assign) and isinstance(one.value, ast.Lambda)
                for target in one.targets
                if isinstance(target, ast.Name)
            }
            for node in scope.nodes:
                called = method_call(node)
                if called is not None and called[1] == "register_hook":
                    assert isinstance(node, ast.Call)
                    for hook in node.args:
                        if isinstance(hook, ast.Lambda) or getattr(hook, "id", "") in made:
                            yield told(site, "MP402", hook, MADE)
