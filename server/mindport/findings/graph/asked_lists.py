"""``all()`` and ``any()`` of a comprehension that reads other names (MP402).

Graph mode leaves both to Python, which then knows nothing but the comprehension's own names and
builtins: NameError. It refuses ``all(...) and n == 2``, too. ``False not in [...]`` and ``True in [...]`` are computed when the graph is compiled.
Where the items may be tensors, a list that got a name first is right.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, statement_parents, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text, filled

ASKED = Text(
    "Graph mode leaves {0}() of a comprehension to Python, which finds no names there, and whose answer "
    "is joined with no other. Write {1}.",
    "静态图模式把以推导式为参数的 {0}() 交给 Python 执行：Python 在其中找不到外部名称，其结果也无法与其他条件组合。请写成 {1}。",
)
TITLE = Text("Ask the list itself", "直接判断列表")
BUILTINS = frozenset(dir(builtins))
WRITTEN = {"all": "False not in", "any": "True in"}
DENIED = {"all": "False in", "any": "True not in"}
ASKS = frozenset({"isinstance", "issubclass", "hasattr", "callable", "bool"})
MAX_DEPTH = 3
# What ``in`` binds as tightly as, or more: there it is written in parentheses.
BINDING = (
    ast.Compare,
    ast.BinOp,
    ast.UnaryOp,
    ast.Attribute,
    ast.Subscript,
    ast.Await,
    ast.Starred,
)


def asked_list_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    tree = site.document.tree
    if tree is None:
        return
    around = statement_parents(tree)
    for function in code.functions:
        for node in function.nodes:
            match node:
                case ast.Call(ast.Name("all" | "any" as name), [given], []):
                    if isinstance(given, ast.ListComp | ast.GeneratorExp) and (
                        _reads_names(given) or _is_joined(around, node)
                    ):
                        fix = _fix(site, around, node, given)
                        written = (
                            f"found = [...] in front of it, and {name}(found)"
                            if fix is None
                            else f"{WRITTEN[name]} [...]"
                        )
                        yield told(site, "MP402", node, filled(ASKED, name, written), fix)


def _reads_names(made: ast.ListComp | ast.GeneratorExp) -> bool:
    """Whether more is read than builtins and what the comprehension binds; what it goes through
    first is computed outside."""
    first, *rest = made.generators
    parts = [made.elt, *first.ifs, *(inner for one in rest for inner in (one.iter, *one.ifs))]
    bound = {
        name.id
        for part in (made, *parts)
        for one in walk(part)
        if isinstance(one, ast.comprehension)
        for name in find(one.target, ast.Name)
    }
    read = {name.id for part in parts for name in find(part, ast.Name)}
    return not read <= bound | BUILTINS


def _is_joined(around: Mapping[ast.AST, ast.AST], call: ast.Call) -> bool:
    """``all(...) and n == 2``: what follows is no such call."""
    match around.get(call):
        case ast.BoolOp(ast.And(), [*_, last]):
            return (
                last is not call and getattr(getattr(last, "func", None), "id", "") not in WRITTEN
            )
    return False


def _fix(
    site: Site,
    around: Mapping[ast.AST, ast.AST],
    call: ast.Call,
    given: ast.ListComp | ast.GeneratorExp,
) -> Fix | None:
    """``False not in [...]``, where every item is a bool that is known when the graph is compiled."""
    if not _is_bool(site, given.elt) or not isinstance(call.func, ast.Name):
        return None
    outer, words = around.get(call), WRITTEN[call.func.id]
    replaced: ast.expr = call
    if isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.Not):
        replaced, words, outer = outer, DENIED[call.func.id], around.get(outer)
    whole = site.document.span(given)
    if site.document.text[whole.start] not in "([":
        return None
    inner = Span(whole.start + 1, whole.end - 1)
    ends = ("(", ")") if isinstance(outer, BINDING) else ("", "")
    pieces = (f"{ends[0]}{words} [", inner, f"]{ends[1]}")
    return Fix(TITLE, "safe", (Edit(site.document.span(replaced), pieces),))


def _is_bool(site: Site, node: ast.expr, depth: int = 0) -> bool:
    match node:
        case ast.Compare(left, ops, others):
            asks = all(isinstance(op, ast.Is | ast.IsNot) for op in ops)
            return asks or not any(_is_tensor(site, one) for one in (left, *others))
        case ast.UnaryOp(ast.Not(), operand):
            return not _is_tensor(site, operand) and not isinstance(operand, ast.Call)
        case ast.BoolOp(_, values):
            return all(_is_bool(site, one, depth) for one in values)
        case ast.Call(ast.Name(name)) if name in ASKS:
            return name != "bool" or not any(_is_tensor(site, one) for one in node.args)
        case ast.Call(ast.Name(name)) if depth < MAX_DEPTH:
            values = _returned(site, name)
            return bool(values) and all(_is_bool(site, one, depth + 1) for one in values)
    return False


def _is_tensor(site: Site, node: ast.expr) -> bool:
    return is_tensor(site.bindings.values.get(node, UNKNOWN))


def _returned(site: Site, name: str) -> list[ast.expr]:
    """What the module's function of this name gives back."""
    tree = site.document.tree
    found = [
        one
        for one in (tree.body if tree is not None else ())
        if isinstance(one, ast.FunctionDef) and one.name == name
    ]
    if len(found) != 1 or found[0].decorator_list:
        return []
    returns = [one.value for one in find(found[0], ast.Return)]
    return [] if None in returns else [one for one in returns if one is not None]
