"""``while True`` that a tensor's values leave, beside a count (MP408): the rounds are compiled one by one,
without an end, as the count is another number in each."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.joins import Flow
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import find, walk
from mindport.report import Finding
from mindport.texts import Text, filled

ENDLESS = Text(
    "What a tensor holds ends this loop, and {0} counts in it as a number of Python: graph mode compiles "
    "round after round without an end. Write 'for {0} in range(...)' with the greatest number, or a test "
    "of {0} behind 'while'.",
    "该循环由张量的值决定何时结束，而 {0} 以 Python 数字计数：静态图模式会无止境地逐轮编译。请写成带最大次数的 "
    "for {0} in range(...)，或在 while 之后判断 {0}。",
)


def endless_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a loop."""
    for function in code.functions:
        given = {one.arg for one in function.parameters}
        for scope in scopes(function):
            flow = Flow(site, code, scope, given)
            for loop in scope.nodes:
                if isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant):
                    exits = [one.test for one in find(loop, ast.If) if _leaves(one)]
                    count = _counted(flow, loop)
                    if count is not None and any(map(flow.depends, exits)):
                        yield told(site, "MP408", loop.test, filled(ENDLESS, count))


def _leaves(node: ast.If) -> bool:
    return isinstance(node.body[-1], ast.Break | ast.Return)


def _counted(flow: Flow, loop: ast.While) -> str | None:
    """A name that was a number before, and goes up by one."""
    for node in walk(loop):
        match node:
            case ast.AugAssign(ast.Name(name), _, ast.Constant(int())):
                pass
            case ast.Assign(
                [ast.Name(name)], ast.BinOp(ast.Name(left), _, ast.Constant(int()))
            ) if left == name:
                pass
            case _:
                continue
        before = flow.before(name, loop)
        if before is not None and flow.number(before) is not None:
            return name
    return None
