"""Changes of what is computed by way of ``.data`` in compiled code (MP411): ``scores.data.masked_fill_(...)``.

With MindSpore 2.10.0 the values are right, and what the tensor was computed of gets no gradient. torch
hands on the gradient as if nothing had been changed.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.joins import Flow
from mindport.findings.graph.scopes import Scope, has_another, scopes
from mindport.findings.graph.state import in_place
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.findings.unrecorded_writes import KEEP
from mindport.nodes import targets, walk
from mindport.report import Edit, Finding, Fix, Name
from mindport.texts import Text, filled

LOST = Text(
    "Where graph mode changes a tensor by way of .data, it hands on no gradient through it. Write {0} = "
    "ops.stop_gradient(value) + ({0} - ops.stop_gradient({0})), which keeps the gradient as torch does.",
    "静态图模式下通过 .data 修改张量后，梯度不会再经过该张量传递。请写成 {0} = ops.stop_gradient(value) + "
    "({0} - ops.stop_gradient({0}))，与 torch 一样保留梯度。",
)
TITLE = Text("Keep the gradient", "保留梯度")
CAUTION = Text(
    "Infinite values become nan, other names of the tensor keep its old value, and a gradient that is "
    "computed of the changed tensor is computed of the old one.",
    "无穷值会变成 nan；该张量的其他名称仍保留旧值；依赖修改后张量计算的梯度会改用旧值。",
)


def tensor_data_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a change."""
    for function in code.functions:
        given = {one.arg for one in function.parameters}
        for scope in scopes(function):
            flow = Flow(site, code, scope, given)
            changes = [(name, node) for name, node in _changes(scope) if _is_computed(flow, name)]
            times = Counter(name for name, _ in changes)
            for name, node in changes:
                is_alone = times[name] == 1 and not has_another(scope, name)
                fix = _fix(site, scope, name, node) if is_alone else None
                yield told(site, "MP411", node, filled(LOST, name), fix)


def _changes(scope: Scope) -> Iterator[tuple[str, ast.expr]]:
    """``x.data.copy_(y)``, ``x.data[0] = y``, ``x.data[0].zero_()``."""
    for node in scope.nodes:
        called = method_call(node)
        changed = called[0] if called is not None and in_place(called[1]) else None
        items = [one for one in targets(node) if isinstance(one, ast.Subscript)]
        for one in items if changed is None else [changed]:
            match one.value if isinstance(one, ast.Subscript) else one:
                case ast.Attribute(ast.Name(name), "data"):
                    yield name, node if isinstance(node, ast.Call) else one


def _is_computed(flow: Flow, name: str) -> bool:
    """Whether a name stands for an argument, or for what a call or an operator gives."""
    values = flow.values_of(name)
    return any(isinstance(one, ast.BinOp | ast.Call) for one in values) or (
        name in flow.given and name != "self" and not values
    )


def _fix(site: Site, scope: Scope, name: str, change: ast.expr) -> Fix | None:
    """For ``x.data.copy_(y)``, which other methods have become."""
    is_statement = any(isinstance(one, ast.Expr) and one.value is change for one in scope.nodes)
    match change:
        case ast.Call(ast.Attribute(ast.Attribute(ast.Name(), "data"), "copy_"), [value], []):
            pass
        case _:
            return None
    if not is_statement:
        return None
    pieces: list[str | Span | Name] = [f"{name} = ", KEEP, "("]
    pieces += _without_data(site, name, value)
    pieces += [f", {name})"]
    return Fix(TITLE, "unsafe", (Edit(site.document.span(change), tuple(pieces)),), CAUTION)


def _without_data(site: Site, name: str, value: ast.expr) -> Iterator[Span]:
    """The parts of an expression that stand around ``.data`` of a name."""
    span = site.document.span
    start = span(value).start
    for node in walk(value):
        match node:
            case ast.Attribute(ast.Name(read) as held, "data") if read == name:
                yield Span(start, span(held).end)
                start = span(node).end
    yield Span(start, span(value).end)
