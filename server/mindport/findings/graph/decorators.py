"""Decorators that the graph compiler looks through (MP409): it compiles what they wrap."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Definition, definitions
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import kept, walk
from mindport.report import Finding
from mindport.texts import Text

# What changes nothing of what the function computes, or is no wrapper.
PLAIN = frozenset(
    {"property", "staticmethod", "classmethod", "abstractmethod", "override", "overload", "final",
     "lru_cache", "cache", "cached_property", "no_grad", "enable_grad", "inference_mode",
     "set_grad_enabled", "jit", "compile", "script", "ignore", "unused", "export", "setter",
     "disable", "no_type_check", "contextmanager", "script_method", "autocast", "custom_fwd", "wrap"}
)  # fmt: skip
WRAPPED = Text(
    "Graph mode compiles the function that this decorator wraps (functools.wraps tells it), not "
    "the wrapper: what the wrapper does is left out. Call the wrapped part by hand.",
    "静态图模式编译的是被装饰的原函数（由 functools.wraps 得知），而不是包装函数：包装所做的事会被忽略。请手动调用相应部分。",
)


def decorator_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a decorator."""
    tree = site.document.tree
    if tree is None:
        return
    for function in code.functions:
        inner = (node for node in function.nodes if isinstance(node, Definition))
        for definition in (function.node, *inner):
            for decorator in definition.decorator_list:
                if _is_looked_through(tree, decorator):
                    yield told(site, "MP409", decorator, WRAPPED)


def _is_looked_through(tree: ast.Module, decorator: ast.expr) -> bool:
    node = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    if name in PLAIN or name.startswith("register"):
        return False
    own = kept(tree, definitions).get(name) if isinstance(node, ast.Name) else None
    return own is None or any(_wraps(definition) for definition in own)


def _wraps(definition: Definition) -> bool:
    """Whether a decorator copies the function's own signature with functools.wraps."""
    return any(
        isinstance(node, ast.Attribute | ast.Name)
        and (node.attr if isinstance(node, ast.Attribute) else node.id) in ("wraps", "update_wrapper")
        for node in walk(definition)
    )  # fmt: skip
