"""Functions that call themselves, with arguments by position here and by name there (MP402).

With MindSpore 2.10.0 all calls of such a function have to give as many arguments in one form: a default
counts at no call, or at each. That holds of functions inside functions, too; methods and functions
that call each other are not concerned.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text, filled

FORMS = Text(
    "{0} calls itself, and graph mode takes one form of its arguments: give as many at every call, by "
    "position.",
    "{0} 会调用自身，而静态图模式只接受一种实参形式：请在每次调用时都按位置传入同样多的实参。",
)
TITLE = Text("Give the arguments by position", "按位置传参")


def recursive_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call in another form than as many arguments by position as any call gives."""
    everywhere = [node for function in code.functions for node in function.nodes]
    for function in code.functions:
        if function.owner is None:
            yield from _findings(site, function.node, everywhere)
        for inner in function.nodes:
            if isinstance(inner, Definition):
                yield from _findings(site, inner, function.nodes)


def _findings(site: Site, definition: Definition, around: Sequence[ast.AST]) -> Iterator[Finding]:
    name = definition.name
    if not _calls(walk(definition), name):
        return
    calls = list(dict.fromkeys(_calls(around, name)))
    forms = {(len(one.args), *(keyword.arg for keyword in one.keywords)) for one in calls}
    parameters = [*definition.args.posonlyargs, *definition.args.args]
    names = [one.arg for one in parameters]
    given = {keyword.arg for call in calls for keyword in call.keywords}
    count = max(len(one.args) + len(one.keywords) for one in calls)
    count = max(count, *(names.index(one) + 1 for one in names if one in given), 0)
    for call in calls if len(forms) > 1 else ():
        if len(call.args) != count or call.keywords:
            fix = _fix(site, definition.args, call, count)
            yield told(site, "MP402", call, filled(FORMS, name), fix)


def _calls(nodes: Sequence[ast.AST], name: str) -> list[ast.Call]:
    return [
        node
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    ]


def _fix(site: Site, arguments: ast.arguments, call: ast.Call, count: int) -> Fix | None:
    """``f(x, True, 1.0)`` for ``f(x, deep=True)``, with defaults that are plain constants."""
    span, parameters = site.document.span, [*arguments.posonlyargs, *arguments.args]
    names = [one.arg for one in parameters][:count]
    constants = [one for one in arguments.defaults if isinstance(one, ast.Constant)]
    if len(constants) < len(arguments.defaults) or any(
        isinstance(one, ast.Starred) for one in call.args
    ):
        return None
    defaults = dict(zip(reversed(parameters), reversed(constants), strict=False))
    values: dict[str | None, ast.expr] = {one.arg: value for one, value in defaults.items()}
    values |= {keyword.arg: keyword.value for keyword in call.keywords}
    values |= dict(zip(names, call.args, strict=False))
    if len(names) < count or not values.keys() >= set(names) or None in values:
        return None
    pieces = [piece for name in names for piece in (", ", span(values[name]))][1:]
    inside = Span(span(call.func).end, span(call).end)
    return Fix(TITLE, "safe", (Edit(inside, ("(", *pieces, ")")),))
