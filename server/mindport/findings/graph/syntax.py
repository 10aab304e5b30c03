"""Syntax that the graph compiler has no form for (MP401), and formats it ignores (MP412)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.comprehensions import added_lists
from mindport.findings.graph.inner_imports import to_the_top
from mindport.findings.graph.named_values import assigned_before
from mindport.findings.graph.removals import (
    tuple_for_set,
    without_del,
    without_try,
)
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of, walk
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text, filled

_STATE = Text("compute it before the call and hand it in", "请在调用前计算好再传入")
REFUSED: dict[type[ast.AST], tuple[str, Text]] = {
    ast.Try: ("try", Text("test for the case beforehand", "请事先判断该情况")),
    ast.Delete: ("del", Text("leave the name, or build the container without the item",
                             "请保留该名称，或重新构造不含该项的容器")),
    ast.Nonlocal: ("nonlocal", Text("return the value instead", "请改为返回该值")),
    ast.Match: ("match", Text("write it as if and elif", "请改写为 if/elif")),
    ast.NamedExpr: (":=", Text("assign in a statement of its own", "请单独写一条赋值语句")),
    ast.Yield: ("yield", Text("return a list", "请返回列表")),
    ast.YieldFrom: ("yield from", Text("return a list", "请返回列表")),
    ast.Set: ("a set", Text("use a tuple or a list", "请使用元组或列表")),
    ast.SetComp: ("a set comprehension", Text("use a tuple or a list", "请使用元组或列表")),
    ast.Import: ("import", Text("import at the top of the file", "请移到文件顶部")),
    ast.ImportFrom: ("import", Text("import at the top of the file", "请移到文件顶部")),
    ast.ClassDef: ("class", Text("define it at the top of the file", "请在文件顶部定义")),
    ast.Await: ("await", _STATE),
}  # fmt: skip
LOOPS = (ast.For, ast.While)
COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.DictComp)
MESSAGES = ("print", "warn", "debug", "info", "warning", "error", "exception")
ELSE = Text("Graph mode has no else behind a loop; use a flag.",
            "静态图模式不支持循环的 else 分支，请改用标志变量。")  # fmt: skip
NESTED = Text(
    "Graph mode takes one 'for' in a comprehension; write the outer one as a loop.",
    "静态图模式的推导式只支持一个 for，请将外层写成循环。",
)
SPREAD = Text(
    "Graph mode makes something else of {**d}; begin with an empty dict: e = {}, e.update(d).",
    "静态图模式对 {**d} 的处理不同，请从空字典开始：e = {}，e.update(d)。",
)
COMPLEX = Text("Graph mode has no complex literals; use a tensor.",
               "静态图模式不支持复数字面量，请使用张量。")  # fmt: skip
LINES = Text(
    "Graph mode cannot read a text of several lines that asks for a type; write {0}.__class__.",
    "静态图模式无法解析跨多行且含 type() 的字符串，请写成 {0}.__class__。",
)
CLASS = Text("Ask the object for its class", "改为读取对象的 __class__")
LATE = Text(
    "Graph mode compiles this function where it is defined, and {0} is bound further down; define "
    "it behind that, or hand {0} in.",
    "静态图模式在定义处编译该函数，而 {0} 在其后才赋值；请移到赋值之后定义，或把 {0} 作为参数传入。",
)
FORMAT = Text(
    "Graph mode ignores format specifications and conversions in f-strings, so this text comes out "
    "otherwise; use '…'.format(…) or '%'.",
    "静态图模式会忽略 f-string 中的格式说明和转换，得到的文本不同；请使用 '…'.format(…) 或 '%'。",
)


def syntax_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a construct."""
    for function in code.functions:
        shown = _in_messages(function)
        for node in function.nodes:
            message = _refused(node)
            if message is not None:
                yield told(site, "MP401", node, message, _fix(site, function, node))
            elif isinstance(node, ast.FormattedValue) and node not in shown and _formats(node):
                yield told(site, "MP412", node, FORMAT)
            elif isinstance(node, ast.JoinedStr) and node.lineno != node.end_lineno:
                for call in _types(node):
                    message = filled(LINES, ast.unparse(call.args[0]))
                    yield told(site, "MP401", call, message, _by_class(site, call))
        for node, name in _early(function):
            yield told(site, "MP401", node, filled(LATE, name))


def _types(text: ast.JoinedStr) -> Iterator[ast.Call]:
    """``type(x)`` in a text."""
    for node in walk(text):
        is_call = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "type"
        if is_call and isinstance(node, ast.Call) and len(node.args) == 1:
            yield node


def _by_class(site: Site, call: ast.Call) -> Fix | None:
    """``x.__class__`` for ``type(x)``."""
    if not isinstance(call.args[0], ast.Name | ast.Attribute):
        return None
    span = site.document.span
    return Fix(CLASS, "safe", (Edit(span(call), (span(call.args[0]), ".__class__")),))


def _early(function: Function) -> Iterator[tuple[ast.AST, str]]:
    """Inner functions that read a name of the outer one, which is bound behind them."""
    outer, *inner = scopes(function)
    if not inner:
        return
    bound: dict[str, int] = {arg.arg: 0 for arg in function.parameters}
    for node in outer.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] = min(bound.get(node.id, node.lineno), node.lineno)
    for scope in inner:
        for node in scope.nodes:
            name = node.id if isinstance(node, ast.Name) else ""
            if name in scope.free and bound.get(name, 0) > scope.line:
                yield node, name
                break


def _refused(node: ast.AST) -> Text | None:
    known = REFUSED.get(type(node))
    if known is not None:
        name, way = known
        return Text(f"Graph mode does not compile {name}; {way.en}.",
                    f"静态图模式不支持 {name}；{way.zh}。")  # fmt: skip
    if isinstance(node, LOOPS) and node.orelse:
        return ELSE
    if isinstance(node, COMPREHENSIONS) and len(node.generators) > 1:
        return NESTED
    if isinstance(node, ast.Dict) and None in node.keys:
        return SPREAD
    if isinstance(node, ast.Constant) and isinstance(node.value, complex):
        return COMPLEX
    return None


def _fix(site: Site, function: Function, node: ast.AST) -> Fix | None:
    """What does without it."""
    if isinstance(node, ast.Delete):
        return without_del(site, function, node)
    if isinstance(node, ast.Try):
        return without_try(site, node)
    if isinstance(node, ast.NamedExpr):
        return assigned_before(site, function, node)
    if isinstance(node, ast.Import | ast.ImportFrom):
        return to_the_top(site, node)
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return added_lists(site, node)
    return tuple_for_set(site, function, node) if isinstance(node, ast.Set) else None


def _formats(node: ast.FormattedValue) -> bool:
    return node.format_spec is not None or node.conversion != -1


def _in_messages(function: Function) -> set[ast.AST]:
    """What only makes a text for people: in print, warnings, raise and assert."""
    found: set[ast.AST] = set()
    for node in function.nodes:
        if isinstance(node, ast.Call):
            func = node.func
            name = name_of(func)
            if name in MESSAGES:
                found.update(walk(node))
        elif isinstance(node, ast.Raise | ast.Assert):
            found.update(walk(node))
    return found
