"""Lists that grow in branches which a tensor's values choose (MP408): the compiler of MindSpore 2.10.0
refuses them in a loop, or in one branch alone. One ``append`` behind the branches compiles."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.joins import Flow
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import free_name, indentation_of, names_of_function
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

GROWS = Text(
    "A tensor's values choose this branch: graph mode refuses a list that grows in it. Append once, behind "
    "the branches.",
    "该分支由张量的值决定：静态图模式不支持在其中增长列表。请在分支之后统一 append。",
)
TITLE = Text("Append behind the branches", "在分支之后 append")


def branch_append_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding an ``if``, at the first ``append`` in it."""
    for function in code.functions:
        given = {one.arg for one in function.parameters}
        for scope in scopes(function):
            flow = Flow(site, code, scope, given)
            made = {name for node in scope.nodes for name in _made(node)}
            loops = [n for n in scope.nodes if isinstance(n, ast.For | ast.While)]
            repeated = {inner for loop in loops for inner in ast.walk(loop)}
            for node in scope.nodes:
                if isinstance(node, ast.If) and made and flow.depends(node.test):
                    found = [call for one in (*node.body, *node.orelse) if (call := _append(one))]
                    once = node not in repeated and len(found) == 2  # one a branch compiles
                    if found and found[0][0] in made and not once:
                        fix = _fix(site, function, node)
                        yield told(site, "MP408", found[0][2], GROWS, fix)


def _made(node: ast.AST) -> Iterator[str]:
    """Names of lists that the function makes."""
    match node:
        case ast.Assign([ast.Name(name)], ast.List() | ast.Call(ast.Name("list"), [])):
            yield name
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
            for target, value in zip(targets, values, strict=False):
                if isinstance(target, ast.Name) and isinstance(value, ast.List):
                    yield target.id


def _append(node: ast.stmt) -> tuple[str, ast.expr, ast.Expr] | None:
    """The list, the item and the statement of ``items.append(item)``."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append"), [item], [])):
            return name, item, node
    return None


def _fix(site: Site, function: Function, node: ast.If) -> Fix | None:
    """``item = a`` and ``item = b``, and ``items.append(item)`` behind, where each branch ends so."""
    ends = [_append(block[-1]) if block else None for block in (node.body, node.orelse)]
    first, last = ends
    every = [one for one in (*node.body, *node.orelse) if _append(one)]
    if first is None or last is None or first[0] != last[0] or len(every) > 2:
        return None
    if not isinstance(function.node, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    document, name = site.document, first[0]
    item = free_name("item", names_of_function(function.node))
    indent, end = indentation_of(document, node), document.span(node.orelse[-1]).end
    edits = []
    for _, value, statement in (first, last):
        lines = value.lineno != value.end_lineno
        pieces = ("(", document.span(value), ")") if lines else (document.span(value),)
        edits.append(Edit(document.span(statement), (f"{item} = ", *pieces)))
    behind = document.text[end:].partition("\n")[0]
    if behind.strip():
        return None
    edits.append(Edit(Span(end, end), (f"{document.newline}{indent}{name}.append({item})",)))
    return Fix(TITLE, "safe", tuple(edits))
