"""Defaults of inner functions and lambdas that graph mode does not evaluate (MP401), and such as it
reads later than Python does (MP405)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.handed import handed_in
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import targets, walk
from mindport.report import Finding
from mindport.texts import Text, filled

DEFAULT = Text(
    "Graph mode cannot tell the parameter {0} from the name {0} that its default reads; give one of "
    "them another name.",
    "静态图模式无法区分参数 {0} 与其默认值所读取的同名变量 {0}，请改用不同的名称。",
)
COMPUTED = Text(
    "Graph mode does not evaluate a default that reads {0}, which the function around it computes or "
    "is given; read {0} inside, or hand it in at the call.",
    "静态图模式无法对读取 {0} 的默认值求值（{0} 由外层函数计算或传入）；请在函数内直接读取 {0}，或在调用时传入。",
)
LATER = Text(
    "Python reads {0} for this default when the function is defined, graph mode when it compiles the "
    "function: it takes the value that {0} has got by then. Give one of the two another name.",
    "Python 在定义函数时读取 {0} 作为此默认值，而静态图模式在编译该函数时读取，得到的是 {0} 届时的值。请将二者之一改名。",
)


def default_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a parameter."""
    for function in code.functions:
        computed = _computed(function)
        inner = [one for one in function.nodes if isinstance(one, Definition | ast.Lambda)]
        for definition in (function.node, *inner):
            for parameter, value in with_defaults(definition.args):
                read = [one.id for one in walk(value) if isinstance(one, ast.Name)]
                if isinstance(value, ast.Name) and value.id == parameter.arg:
                    message = filled(DEFAULT, parameter.arg)
                    yield told(site, "MP401", parameter, message, handed_in(site, parameter))
                elif definition is not function.node and not computed.isdisjoint(read):
                    name = next(one for one in read if one in computed)
                    yield told(site, "MP401", parameter, filled(COMPUTED, name))
                else:
                    for name in read:
                        if _is_bound_behind(site, name, definition):
                            yield told(site, "MP405", parameter, filled(LATER, name))


def _is_bound_behind(site: Site, name: str, definition: ast.AST) -> bool:
    """Whether the module gives a name another value below a function."""
    tree = site.document.tree
    below = (s for s in tree.body if s.lineno > getattr(definition, "lineno", 0)) if tree else ()
    return any(
        isinstance(target, ast.Name) and target.id == name
        for statement in below
        if not isinstance(statement, Definition | ast.ClassDef)
        for one in walk(statement)
        for target in targets(one)
    )


def with_defaults(arguments: ast.arguments) -> Iterator[tuple[ast.arg, ast.expr]]:
    """The parameters that have a default, and that."""
    positional = [*arguments.posonlyargs, *arguments.args]
    given = positional[len(positional) - len(arguments.defaults) :]
    yield from zip(given, arguments.defaults, strict=True)
    for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if value is not None:
            yield one, value


def _computed(function: Function) -> set[str]:
    """The function's parameters, and names of what is computed with them."""
    found = {one.arg for one in function.parameters} - {"self"}
    before = -1
    while before != len(found):
        before = len(found)
        for node in function.nodes:
            if isinstance(node, ast.Assign) and _reads(node.value, found):
                names = (one for target in targets(node) for one in walk(target))
                found |= {one.id for one in names if isinstance(one, ast.Name)}
    return found - {"self"}


def _reads(node: ast.expr, names: set[str]) -> bool:
    return any(isinstance(one, ast.Name) and one.id in names for one in walk(node))
