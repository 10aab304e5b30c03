"""Methods of networks that compiled code calls for nothing but what they do to the object (MP404)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.scopes import Scope, scopes
from mindport.findings.graph.state import GROWS, UNSURE, in_place
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self
from mindport.report import Finding
from mindport.symbols.values import UNKNOWN, ClassInfo, Value
from mindport.texts import Text, filled

KEPT = Text(
    "{0}() is called for what it does to the object: what graph mode sets, compiled code reads as it was "
    "at another time, or not at all, and without a gradient. Let it return the value.",
    "调用 {0}() 是为了修改对象：静态图模式所设的属性，被编译的代码读到的可能是其他时刻的值，甚至读不到，且没有梯度。请改为返回该值。",
)
# What changes no network: the mode has findings of its own, and messages are messages.
OTHERS = frozenset(
    {"train", "eval", "set_train", "print", "warn", "debug", "info", "warning", "error", "exception",
     "log", "write", "start", "stop"}
)  # fmt: skip


def effect_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a statement; methods of this file's classes are looked into where they are."""
    for function in code.functions:
        for scope in scopes(function):
            for node in scope.nodes:
                called = method_call(node.value) if isinstance(node, ast.Expr) else None
                if called is not None and _is_effect(site, code, function, scope, *called):
                    yield told(site, "MP404", node, filled(KEPT, called[1]))


def _is_effect(
    site: Site, code: Compiled, function: Function, scope: Scope, receiver: ast.expr, method: str
) -> bool:
    if method in GROWS | UNSURE | OTHERS or in_place(method) or method.startswith("_"):
        return False
    own = attribute_of_self(receiver)
    if own is not None and function.owner is not None:
        return _is_foreign_network(site, function.owner.attributes.get(own, UNKNOWN))
    if not isinstance(receiver, ast.Name) or receiver.id not in scope.free - code.imports.keys():
        return False
    value = site.bindings.values.get(receiver, UNKNOWN)
    known = site.bindings.exports.get(receiver.id, UNKNOWN) if value.kind == "unknown" else value
    has_one = any(method in info.methods for info in site.bindings.classes)
    return _is_foreign_network(site, known) or (known.kind == "unknown" and not has_one)


def _is_foreign_network(site: Site, value: Value) -> bool:
    """Whether a value is an object of a class of networks that stands in another file."""
    info = value.info if value.kind == "object" else None
    if not isinstance(info, ClassInfo) or info in site.bindings.classes:
        return False
    return info.is_module or info.is_cell or info.calls_construct
