"""Decorators that the graph compiler looks through (MP409): it compiles what they wrap."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.dropped import whole_lines
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.definitions import Definition, definitions
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import line_behind, start_of
from mindport.nodes import kept, name_of, walk
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

# What changes nothing of what the function computes, or is no wrapper.
PLAIN = frozenset(
    {"property", "staticmethod", "classmethod", "abstractmethod", "override", "overload", "final",
     "lru_cache", "cache", "cached_property", "no_grad", "enable_grad", "inference_mode",
     "set_grad_enabled", "jit", "compile", "script", "ignore", "unused", "export", "setter",
     "disable", "no_type_check", "contextmanager", "script_method", "autocast", "custom_fwd", "wrap",
     "wraps"}
)  # fmt: skip
WRAPPED = Text(
    "Graph mode compiles the function that this decorator wraps (functools.wraps tells it), not "
    "the wrapper: what the wrapper does is left out. Call the wrapped part by hand.",
    "静态图模式编译的是被装饰的原函数（由 functools.wraps 得知），而不是包装函数：包装所做的事会被忽略。请手动调用相应部分。",
)
IGNORED = Text(
    "Graph mode leaves out the decorators of functions that are made in compiled code; call the "
    "decorator by hand: f = decorator(f).",
    "静态图模式会忽略在被编译代码中定义的函数的装饰器，请手动调用：f = decorator(f)。",
)
CALL = Text("Call the decorator by hand", "手动调用装饰器")


def decorator_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a decorator; of a function that is made in compiled code none is applied."""
    tree = site.document.tree
    if tree is None:
        return
    for function in code.functions:
        for decorator in function.node.decorator_list:
            if not _is_plain(decorator) and _is_looked_through(tree, decorator):
                yield told(site, "MP409", decorator, WRAPPED)
        for definition in (node for node in function.nodes if isinstance(node, Definition)):
            for decorator in definition.decorator_list:
                if not _is_plain(decorator):
                    yield told(site, "MP409", decorator, IGNORED, _by_hand(site, definition))


def _by_hand(site: Site, definition: Definition) -> Fix | None:
    """``f = twice(f)`` behind ``f`` for a single decorator."""
    document, end = site.document, line_behind(site.document, definition)
    if len(definition.decorator_list) > 1 or not document.text[:end].endswith("\n"):
        return None
    written, start = document.span(definition.decorator_list[0]), start_of(document, definition)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    line = (f"{blanks}{definition.name} = ", written, f"({definition.name}){document.newline}")
    gone = Edit(whole_lines(document, Span(start, written.end)), ())
    return Fix(CALL, "safe", (gone, Edit(Span(end, end), line)))


def _is_plain(decorator: ast.expr) -> bool:
    name = name_of(decorator.func if isinstance(decorator, ast.Call) else decorator)
    return name in PLAIN or name.startswith("register")


def _is_looked_through(tree: ast.Module, decorator: ast.expr) -> bool:
    node = decorator.func if isinstance(decorator, ast.Call) else decorator
    own = kept(tree, definitions).get(node.id) if isinstance(node, ast.Name) else None
    return own is None or any(_wraps(definition) for definition in own)


def _wraps(definition: Definition) -> bool:
    """Whether a decorator copies the function's own signature with functools.wraps."""
    return any(
        isinstance(node, ast.Attribute | ast.Name)
        and (node.attr if isinstance(node, ast.Attribute) else node.id) in ("wraps", "update_wrapper")
        for node in walk(definition)
    )  # fmt: skip
