"""Tensors and dicts that are gone through without a loop (MP402): ``f(*h)``, ``map(f, h)``, ``a, b = names``.

The compiler of MindSpore 2.10.0 spreads and maps lists and tuples alone, and takes no dict apart; a loop
over a tensor, and ``[*h]``, it has.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix, Operand
from mindport.symbols.assignments import assigned
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

TENSOR = Text(
    "Graph mode spreads and maps no tensor; write x.unbind(0).",
    "静态图模式无法展开张量或对其使用 map；请写成 x.unbind(0)。",
)
DICT = Text(
    "Graph mode takes no dict apart; write d.keys().",
    "静态图模式无法对字典解包；请写成 d.keys()。",
)
ROWS = Text("Write x.unbind(0)", "改写为 x.unbind(0)")
KEYS = Text("Write d.keys()", "改写为 d.keys()")


def spread_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a tensor or dict."""
    for function in code.functions:
        for node in function.nodes:
            match node:
                case ast.Call(ast.Name("map"), [_, *items]):
                    spread = items
                case ast.Call(_, given):
                    spread = [one.value for one in given if isinstance(one, ast.Starred)]
                case ast.Assign([ast.Tuple()], ast.Name() as held):
                    if _is_dict(function, held):
                        fix = Fix(KEYS, "safe", (_behind(site, held, ".keys()"),))
                        yield told(site, "MP402", held, DICT, fix)
                    continue
                case _:
                    continue
            values = [site.bindings.values.get(one, UNKNOWN) for one in spread]
            if all(value.likely for value in values if is_tensor(value)):
                continue  # an argument may be a list of tensors
            for one, value in zip(spread, values, strict=True):
                if is_tensor(value):
                    edit = Edit(
                        site.document.span(one), (Operand(site.document.span(one)), ".unbind(0)")
                    )
                    yield told(site, "MP402", one, TENSOR, Fix(ROWS, "safe", (edit,)))


def _is_dict(function: Function, node: ast.Name) -> bool:
    values = assigned(node.id, function.node)
    return bool(values) and all(
        isinstance(one, ast.Dict | ast.DictComp)
        or (isinstance(one, ast.Call) and getattr(one.func, "id", "") == "dict")
        for one in values or ()
    )


def _behind(site: Site, node: ast.expr, text: str) -> Edit:
    end = site.document.span(node).end
    return Edit(Span(end, end), (text,))
