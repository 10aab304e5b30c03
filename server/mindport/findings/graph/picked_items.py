"""Items of Python's lists, tuples and dicts that a number picks which the network computes.

MindSpore 2.10.0 in graph mode, measured: a tensor as the index of a list or tuple gives the right item,
and all gradients behind it are zero (MP407), of a list of plain numbers, too. With ``int(i)`` a list of
numbers is right, one of tensors where all have one shape and dtype and no operator made them together.
Slices with such a bound lose the gradients as well. A dict, and a list of texts, are refused (MP402).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.call_sites import parameters_of
from mindport.findings.callers import Callers
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.computed_numbers import is_computed, is_number
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix, Name
from mindport.symbols.assignments import assigned
from mindport.symbols.values import INT, SHAPE, TENSOR, UNKNOWN, Value, is_tensor
from mindport.texts import Text

LOST = Text(
    "Graph mode loses gradients where a computed number picks an item of a list; write ops.stack(items)[i], "
    "or where shapes differ the choice: y = items[0], and for k, one in enumerate(items): if k == i: y = one.",
    "静态图模式下，用计算得到的数从列表中取元素会丢失梯度；请写成 ops.stack(items)[i]，形状不同时请显式选择："
    "先令 y = items[0]，再在 for k, one in enumerate(items) 中用 if k == i: y = one。",
)
NUMBER = Text(
    "Graph mode loses all gradients where a tensor picks a number of a list; write numbers[int(i)].",
    "静态图模式下，用张量作下标从列表中取数会丢失全部梯度；请写成 numbers[int(i)]。",
)
REFUSED = Text(
    "Graph mode takes no computed number as the key of a dict, or as the place in a list of texts; write "
    "the choice out under if key == value.",
    "静态图模式不支持以计算得到的数作为字典的键或文本列表的下标；请用 if key == value 显式选择。",
)
TO_STACK = Text("Pick from the stacked items", "从堆叠后的张量中取")
TO_INT = Text("Make an int of it", "转换为 int")
NUMBERS = frozenset({"int", "float", "bool"})
CUTS = frozenset({"unbind", "chunk", "split", "tensor_split", "hsplit", "vsplit"})
CAUTION = Text("All items must have one shape and dtype.", "所有元素的形状和 dtype 须相同。")


def picked_item_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a subscript."""
    for function in code.functions:
        for node in function.nodes:
            if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
                continue
            held = _held(site, node.value, function.node)
            computed = is_computed(site, node.slice, function.node)
            if _items(held) is None or not computed:
                held, computed = _handed(site, function, node, held, computed)
            kinds = _items(held)
            if kinds is None or not computed:
                continue
            names = {kind.name if kind.kind == "other" else "" for kind in kinds}
            if held.kind == "mapping" or "str" in names:
                yield told(site, "MP402", node, REFUSED)
            elif names and names <= NUMBERS:
                if not is_number(node.slice, function.node):
                    span = site.document.span(node.slice)
                    edit = Edit(span, ("int(", span, ")"))
                    yield told(site, "MP407", node, NUMBER, Fix(TO_INT, "safe", (edit,)))
            else:
                yield told(site, "MP407", node, LOST, _stack(site, node, kinds))


def _held(site: Site, node: ast.expr, within: ast.AST) -> Value:
    """What is known of it; ``x.chunk(2)`` of something unknown is a tuple of tensors."""
    values = assigned(node.id, within) or [] if isinstance(node, ast.Name) else [node]
    if values and all(isinstance(v, ast.Call) and name_of(v.func) in CUTS for v in values):
        return Value("tuple", items=(TENSOR,))
    return site.bindings.values.get(node, UNKNOWN)


def _handed(
    site: Site, function: Function, node: ast.Subscript, held: Value, computed: bool
) -> tuple[Value, bool]:
    """What the calls of this file give for ``items`` and ``n`` of ``items[n]``."""
    tree, within = site.document.tree, function.node
    if tree is None or not isinstance(within, ast.FunctionDef):
        return held, computed
    callers = Callers(tree, "" if function.owner is None else function.owner.name)
    parameters = parameters_of(within)
    if isinstance(node.value, ast.Name) and node.value.id in parameters and _items(held) is None:
        given = [_held(site, v, scope) for v, scope in callers.values(within, node.value.id)]
        held = next((one for one in given if _items(one) is not None), held)
    if isinstance(node.slice, ast.Name) and node.slice.id in parameters and not computed:
        picks = list(callers.values(within, node.slice.id))
        computed = any(is_computed(site, value, scope) for value, scope in picks)
    return held, computed


def _items(held: Value) -> tuple[Value, ...] | None:
    """What a list, tuple or dict holds; None for all else."""
    if held.name == SHAPE.name:
        return (INT,)
    return held.items if held.kind in ("sequence", "tuple", "mapping") else None


def _stack(site: Site, node: ast.Subscript, kinds: tuple[Value, ...]) -> Fix | None:
    """``ops.stack(items)[i]``. Unsafe: that all have one shape is not seen."""
    if isinstance(node.slice, ast.Slice) or not kinds or not all(map(is_tensor, kinds)):
        return None
    span = site.document.span(node.value)
    pieces = Name("mindspore.ops.stack"), "(", span, ")"
    return Fix(TO_STACK, "unsafe", (Edit(span, pieces),), CAUTION)
