"""Python's functions of how much a mask picks (MP411): ``loss / max(places.numel(), 1)``.

That number is known when the network runs. MindSpore 2.10.0 leaves ``max``, ``min``, ``math.sqrt`` and
``tensor`` of it to Python beside the graph, and what counts with the result gets no gradient, without a
word; sums, products, ``float``, a choice by a condition and ``or`` are right. PyNative is fine.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.call_sites import parameters_of
from mindport.findings.callers import Callers
from mindport.findings.empty_indices import is_found, taken_apart
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import function_around, name_of, walk
from mindport.report import Edit, Finding, Fix, Operand, Piece
from mindport.symbols.assignments import assigned
from mindport.symbols.selections import picked
from mindport.texts import Text, filled

BESIDE = Text(
    "How much a mask picks is known when the network runs, and graph mode leaves {0}() of it to Python "
    "beside the graph: what counts with the result gets no gradient, without a word. Write a condition, "
    "as in n if n > 1 else 1, or a power, as in n ** 0.5.",
    "掩码选中的数量在网络运行时才知道，静态图模式把对它的 {0}() 交给 Python 在计算图之外执行：使用其结果的计算得不到梯度且不作提示。"
    "请写成条件表达式，如 n if n > 1 else 1，或写成幂，如 n ** 0.5。",
)
CHOICE = Text("Write a condition", "改写为条件表达式")
ROOT = Text("Write a power", "改写为幂")
ORDERS = {"max": ">", "min": "<"}
TENSORS = frozenset({"torch.tensor", "torch.as_tensor", "mindspore.tensor", "mindspore.Tensor"})
COUNTS = frozenset({"numel", "nelement"})


def picked_count_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call."""
    tree = site.document.tree
    for function in code.functions if tree is not None else ():
        for node in function.nodes:
            if not isinstance(node, ast.Call) or not _is_left_to_python(code, node):
                continue
            within = function_around(tree, node) if tree is not None else None
            if tree is None or within is None:
                continue
            callers = Callers(tree, "" if function.owner is None else function.owner.name)
            counts = [one for one in node.args if _is_count(one, within, callers)]
            if counts:
                message = filled(BESIDE, name_of(node.func))
                yield told(site, "MP411", node, message, _fix(site, code, node, counts))


def _is_left_to_python(code: Compiled, call: ast.Call) -> bool:
    full = code.dotted(call.func)
    is_builtin = isinstance(call.func, ast.Name) and not full and call.func.id in ORDERS
    return is_builtin or full.startswith("math.") or full in TENSORS


def _is_count(node: ast.expr, within: ast.FunctionDef, callers: Callers) -> bool:
    """Whether a number is reckoned of how much is picked, also by a name for that."""
    return any(
        _counts(one, within, callers)
        or (
            isinstance(one, ast.Name)
            and any(_counts(value, within, callers) for value in assigned(one.id, within) or ())
        )
        for one in walk(node)
    )


def _counts(node: ast.AST, within: ast.FunctionDef, callers: Callers) -> bool:
    """``x.numel()``, ``x.shape[0]``, ``x.size(0)``, ``len(x)`` of what a mask picks or of what was found."""
    match node:
        case ast.Call(ast.Attribute(of, name), []) if name in COUNTS:
            return _is_picked(of, within, callers)
        case ast.Call(ast.Name("len"), [of]):
            return _is_picked(of, within, callers)
        case ast.Subscript(ast.Attribute(of, "shape"), ast.Constant(0)):
            return _is_picked(of, within, callers)
        case ast.Call(ast.Attribute(of, "size"), [ast.Constant(0)]):
            return _is_picked(of, within, callers)
    return False


def _is_picked(node: ast.expr, within: ast.FunctionDef, callers: Callers) -> bool:
    """Whether a mask picks it, or what the function's calls give for it."""
    if not isinstance(node, ast.Name):
        return picked(node, within) is not None
    if picked(node, within) is not None or any(map(is_found, taken_apart(within, node.id))):
        return True
    if node.id not in parameters_of(within):
        return False
    return any(picked(value, scope) is not None for value, scope in callers.values(within, node.id))


def _fix(site: Site, code: Compiled, node: ast.Call, counts: Sequence[ast.expr]) -> Fix | None:
    """``(n if n > 1 else 1)`` for ``max(n, 1)``, ``n ** 0.5`` for ``math.sqrt(n)``."""
    span = site.document.span
    if node.keywords:
        return None
    if code.dotted(node.func) == "math.sqrt" and len(node.args) == 1:
        root = ("(", Operand(span(node.args[0])), " ** 0.5)")
        return Fix(ROOT, "safe", (Edit(span(node), root),))
    if len(node.args) != 2:
        return None
    if len(counts) == 2:
        return chosen(site, node, counts[0], counts[1])
    numbers = [one for one in node.args if isinstance(one, ast.Constant)]
    if len(numbers) != 1:
        return None
    return chosen(site, node, counts[0], numbers[0], isinstance(numbers[0].value, float))


def chosen(
    site: Site, node: ast.Call, value: ast.expr, number: ast.expr, floating: bool = False
) -> Fix | None:
    """``(n if n > 1 else 1)`` for ``max(n, 1)``; of one type in both branches, which graph mode joins."""
    order = ORDERS.get(name_of(node.func))
    constant = number.value if isinstance(number, ast.Constant) else 0
    if order is None or type(constant) not in (int, float):
        return None
    span = site.document.span
    taken: tuple[Piece, ...] = (span(value),)
    other: Piece = Operand(span(number))
    if floating:
        is_float = isinstance(value, ast.Call) and name_of(value.func) == "float"
        taken = taken if is_float else ("float(", *taken, ")")
        other = str(float(constant)) if isinstance(constant, int) else other
    pieces = ("(", *taken, " if ", Operand(span(value)), f" {order} ", other, " else ", other, ")")
    return Fix(CHOICE, "safe", (Edit(span(node), pieces),))
