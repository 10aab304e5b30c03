"""``ms.tensor([loss.mean(), other])`` in compiled code (MP411): numbers that are known when it runs.

With MindSpore 2.10.0 the values are right, and all that is computed with such a tensor gives no
gradient; where its dtype is written, it does, and none goes to what it is made of, as in torch. Of
``len`` of what a mask finds it holds no right value either way.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.joined_dtypes import dtype_of
from mindport.findings.graph.joins import FLOATS, Flow
from mindport.findings.graph.scopes import scopes
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix, Name
from mindport.texts import Text, filled

MADE = Text(
    "Where a tensor is made of tensors or of their numbers, graph mode loses the gradients of all that "
    "is computed with it, without a word; with its dtype written they are kept.",
    "由张量或其数值构造新张量时，静态图模式会无提示地丢失所有使用该张量的计算的梯度；写明 dtype 则会保留。",
)
COUNTED = Text(
    "Graph mode makes no right tensor of a number that depends on how much was found; use the sum of the "
    "mask.",
    "静态图模式无法用取决于查找结果个数的数值构造正确的张量；请使用掩码之和。",
)
TITLE = Text("Write the dtype: {0}", "写明 dtype：{0}")
CAUTION = Text(
    "Of numbers that are no {0} the dtype is another one in torch.",
    "若这些数值不是 {0}，torch 中的 dtype 会不同。",
)
OURS = "mindspore.tensor"  # the other two become it
MAKES = frozenset({OURS, "torch.tensor", "torch.as_tensor"})
READS = frozenset({"item", "float", "int", "round", "bool"})
DEEP = 4  # names that stand for others


def made_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a tensor that is made without a dtype."""
    for function in code.functions:
        given = {one.arg for one in function.parameters}
        for scope in scopes(function):
            flow = Flow(site, code, scope, given)
            for node in scope.nodes:
                if isinstance(node, ast.Call) and code.dotted(node.func) in MAKES:
                    yield from _of_call(flow, node)


def _of_call(flow: Flow, node: ast.Call) -> Iterator[Finding]:
    if len(node.args) != 1 or flow.is_computed(node.args[0]):
        return
    numbers = list(_numbers(flow, node.args[0]))
    if any(map(flow.counts, numbers)):
        yield told(flow.site, "MP411", node, COUNTED)
        return
    is_typed = any(one.arg in ("dtype", None) for one in node.keywords)
    if not is_typed and any(_is_read(flow, one) for one in numbers):
        is_ours = flow.code.dotted(node.func) == OURS
        yield told(flow.site, "MP411", node, MADE, _fix(flow, node, numbers) if is_ours else None)


def _numbers(flow: Flow, node: ast.expr, depth: int = 0) -> Iterator[ast.expr]:
    """What a tensor is made of, through lists, names and sums."""
    match node:
        case ast.List(items) | ast.Tuple(items):
            inside = list(items)
        case ast.ListComp(item):
            inside = [item]
        case ast.BinOp(left, _, right) if not flow.is_computed(node):
            inside = [left, right]
        case ast.UnaryOp(_, operand):
            inside = [operand]
        case ast.IfExp(_, body, orelse):
            inside = [body, orelse]
        case ast.Name(name) if depth < DEEP and not flow.is_computed(node):
            inside = [*flow.values_of(name), *_appended(flow, name)]
        case _:
            inside = []
    if not inside:
        yield node
    for one in inside:
        yield from _numbers(flow, one, depth + isinstance(node, ast.Name))


def _appended(flow: Flow, name: str) -> Iterator[ast.expr]:
    for node in flow.scope.nodes:
        called = method_call(node)
        if called is not None and called[1] == "append" and getattr(called[0], "id", "") == name:
            assert isinstance(node, ast.Call)
            yield from node.args


def _is_read(flow: Flow, node: ast.expr) -> bool:
    """A tensor, or a number of one."""
    match node:
        case ast.Call(ast.Attribute(_, "item"), []):
            return True
        case ast.Call(ast.Name(name), [read, *_]) if name in READS:
            return any(_is_read(flow, one) for one in _numbers(flow, read))
    return flow.is_computed(node)


def _fix(flow: Flow, node: ast.Call, numbers: Sequence[ast.expr]) -> Fix:
    """The dtype that torch takes, as far as it is seen; that of most tensors elsewhere."""
    kinds = {_dtype(flow, one) for one in numbers}
    dtype = "int64" if kinds == {"int64"} else "float32"
    end = flow.site.document.span(node).end - 1
    comma = "" if flow.site.document.text[:end].rstrip().endswith(",") else ", "
    pieces = (f"{comma}dtype=", Name(f"mindspore.{dtype}"))
    edits = (Edit(Span(end, end), pieces),)
    title = filled(TITLE, dtype)
    if kinds == {"int64"}:
        return Fix(title, "safe", edits)
    return Fix(title, "unsafe", edits, filled(CAUTION, dtype))


def _dtype(flow: Flow, node: ast.expr) -> str | None:
    match node:
        case ast.Constant(int()) | ast.Call(ast.Name("int" | "len")):
            return "int64"
        case ast.Constant(float()) | ast.Call(ast.Name("float")):
            return "float32"
    names = " ".join(one.attr for one in walk(node) if isinstance(one, ast.Attribute))
    known = dtype_of(flow.site, flow.values_of, node)
    return known or ("float32" if FLOATS.search(names) else None)
