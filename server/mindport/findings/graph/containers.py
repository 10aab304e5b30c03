"""Lists and dicts that the graph compiler changes otherwise than Python does (MP407)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.scopes import Scope, scopes
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import lies_in, targets
from mindport.report import Finding
from mindport.texts import Text, filled

GROWS = frozenset({"append", "extend", "insert", "setdefault"})
CHANGES = GROWS | {"pop", "update", "reverse", "clear"}
ALIAS = Text(
    "Graph mode copies a list or dict that has two names: a change by one is not seen by the "
    "other. Keep one name.",
    "静态图模式会复制有两个名称的列表或字典：通过一个名称修改，另一个看不到。请只保留一个名称。",
)
HANDED = Text(
    "Graph mode changes a copy of a list or dict that is handed in: the caller does not see it. "
    "Return it, and bind the result.",
    "静态图模式修改的是传入列表或字典的副本，调用者看不到。请返回它，并接收返回值。",
)
METHOD = Text(
    "Graph mode leaves the list as it is at {0}(); build a new list.",
    "静态图模式下 {0}() 不会改变列表，请构造新列表。",
)
POP = Text(
    "Graph mode gives the whole rest back at dict.pop(); read the item by its key.",
    "静态图模式下 dict.pop() 返回的内容不同，请按键读取。",
)
FILTER = Text(
    "Graph mode takes this condition for true, or fails, where it is no comparison: write "
    "'if x != 0' or 'if x is not None'.",
    "静态图模式下若该条件不是比较表达式，会被当作真或报错：请写成 'if x != 0' 或 'if x is not None'。",
)


def container_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a change of a list or a dict, and one a condition of a comprehension."""
    for function in code.functions:
        returned = set(_returned(function))
        for scope in scopes(function):
            lists, dicts, shared = _lists(scope), _dicts(scope), _shared(scope)
            for node in scope.nodes:
                if isinstance(node, ast.comprehension):
                    bare = (one for one in node.ifs if _is_bare(one))
                    yield from (told(site, "MP407", one, FILTER) for one in bare)
                message = _changed(function, node, lists, dicts, shared, returned)
                if message is not None:
                    yield told(site, "MP407", node, message)


def _changed(
    function: Function,
    node: ast.AST,
    lists: set[str],
    dicts: set[str],
    shared: set[str],
    returned: set[str],
) -> Text | None:
    for target in targets(node):
        if isinstance(target, ast.Subscript) and getattr(target.value, "id", "") in shared:
            return ALIAS
    called = method_call(node)
    if called is None or not isinstance(called[0], ast.Name):
        return None
    name, method = called[0].id, called[1]
    assert isinstance(node, ast.Call)
    if name in shared and method in CHANGES:
        return ALIAS
    if name in lists and method in ("remove", "sort"):
        return filled(METHOD, method)
    if method == "pop" and (name in dicts or _has_text_key(node)):
        return POP
    given = {one.arg for one in function.parameters}
    if name in given and name not in returned and method in GROWS:
        return HANDED
    return None


def _has_text_key(node: ast.Call) -> bool:
    first = node.args[0] if node.args else None
    return isinstance(first, ast.Constant) and isinstance(first.value, str)


def _bindings(scope: Scope) -> Iterator[tuple[str, ast.expr]]:
    for node in scope.nodes:
        if isinstance(node, ast.Assign):
            yield from ((t.id, node.value) for t in node.targets if isinstance(t, ast.Name))


def _lists(scope: Scope) -> set[str]:
    return {n for n, value in _bindings(scope) if isinstance(value, ast.List | ast.ListComp)}


def _dicts(scope: Scope) -> set[str]:
    return {n for n, value in _bindings(scope) if isinstance(value, ast.Dict | ast.DictComp)}


def _shared(scope: Scope) -> set[str]:
    """Names of lists and dicts that have a second name, or are items of another list."""
    made = _lists(scope) | _dicts(scope)
    pairs = [
        (target.id, node.value.id)
        for node in scope.nodes
        if isinstance(node, ast.Assign)
        if isinstance(node.value, ast.Name) and node.value.id in made
        for target in node.targets
        if isinstance(target, ast.Name) and not _is_finished(scope, node, target.id, node.value.id)
    ]
    rows = {
        target.id
        for node in scope.nodes
        if isinstance(node, ast.For)
        for target in (node.target, *getattr(node.target, "elts", ()))
        if isinstance(target, ast.Name)
    }
    return {name for pair in pairs for name in pair} | (rows - made)


def _is_finished(scope: Scope, given: ast.Assign, new: str, old: str) -> bool:
    """Whether neither name changes the list behind the second one: a loop may make the list anew."""
    loops = [n for n in scope.nodes if isinstance(n, ast.For | ast.While) and lies_in(given, n)]
    for node in scope.nodes:
        name = _changed_name(node)
        if name not in (new, old) or not isinstance(node, ast.stmt | ast.expr):
            continue
        around = [loop for loop in loops if lies_in(node, loop)]
        begun = [
            one.lineno
            for one in scope.nodes
            if name == old and isinstance(one, ast.Assign) and all(lies_in(one, n) for n in around)
            if any(getattr(target, "id", "") == old for target in one.targets)
        ]
        is_anew = any(at < node.lineno for at in begun)
        if node.lineno > given.lineno or (around and not is_anew):
            return False
    return True


def _changed_name(node: ast.AST) -> str | None:
    """The list or dict that is changed: ``a.append(x)``, ``a[0] = x``."""
    for target in targets(node):
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            return target.value.id
    called = method_call(node)
    is_change = called is not None and called[1] in CHANGES
    return getattr(called[0], "id", None) if called is not None and is_change else None


def _returned(function: Function) -> Iterator[str]:
    for node in function.nodes:
        if isinstance(node, ast.Return) and node.value is not None:
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            yield from (part.id for part in parts if isinstance(part, ast.Name))


def _is_bare(node: ast.expr) -> bool:
    """A condition that may be a number or an object: no comparison, no bool."""
    if isinstance(node, ast.BoolOp):
        return any(_is_bare(value) for value in node.values)
    return isinstance(node, ast.Name | ast.Attribute | ast.BinOp | ast.Subscript)
