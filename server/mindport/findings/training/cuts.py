"""Where ``x.data`` is read in what becomes a function, and where that can be cut off instead."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from mindport.findings.ownership import IN_PLACE
from mindport.findings.training.model import Draft
from mindport.findings.training.names import bound_names, changed_in_place, path_of, touches
from mindport.nodes import name_of
from mindport.symbols.fresh import FRESH

TENSORS = "torch.Tensor.data"
# What makes an array, or numbers, of a tensor, and what may stand behind it before it is used.
ARRAYS = frozenset({"asnumpy", "item", "numpy", "tolist"})
PASSING = frozenset({"cpu", "cuda", "double", "float", "half", "to"})


def data_reads(
    draft: Draft, statements: Sequence[ast.stmt], receivers: Sequence[ast.expr]
) -> set[ast.AST]:
    """Where ``.data`` is read of a tensor: of what is known to be one and may carry a graph, or of
    what likely carries one. Not of a packed sequence, whose data keep theirs."""
    if not any(
        isinstance(node, ast.Attribute) and node.attr == "data"
        for part in (*statements, *receivers)
        for node in ast.walk(part)
    ):
        return set()
    held = draft.graphs.after(statements, {})
    symbols, found, before = draft.facts.symbols, set[ast.AST](), dict[str, ast.stmt]()
    for part in (*statements, *receivers):
        behind = draft.sure_graphs.after([part], before) if isinstance(part, ast.stmt) else before
        each = {
            n.id
            for one in ast.walk(part)
            if isinstance(one, ast.comprehension)
            for n in ast.walk(one.target)
            if isinstance(n, ast.Name)
        }
        for node in ast.walk(part):
            if not isinstance(node, ast.Attribute) or node.attr != "data":
                continue
            if symbols.get(node, TENSORS) != TENSORS:
                continue
            path = path_of(node.value)
            may = path is None or any(touches(path, one) for one in (*before, *behind, *each))
            if (node in symbols and may) or isinstance(node.value, ast.Call) or path in held:
                found.add(node)
        before = behind
    return found


def data_changes(part: ast.stmt) -> Iterator[ast.Attribute]:
    """``y.data`` of ``y.data.clamp_(0, 1)`` on lines of their own, behind ``y = f(x)`` of the same part.

    Measured with MindSpore 2.10.0: copy_ into ``y.data`` of what was computed leaves the gradient of
    ``y``, as torch does.
    """
    for statement in ast.walk(part):
        match statement:
            case ast.Expr(ast.Call(ast.Attribute(ast.Attribute(ast.Name(), "data") as data, name))):
                if name in IN_PLACE:
                    yield data


def cuts_of(
    draft: Draft, nodes: Sequence[ast.AST], data: Collection[ast.AST]
) -> Iterator[ast.Attribute]:
    """``x.data`` that is handed on, computed with or read as an array: what is made of it cannot change
    ``x``."""
    for node in (inner for part in nodes for inner in ast.walk(part)):
        handed: Sequence[ast.expr] = ()
        if isinstance(node, ast.Call):
            handed = [*node.args, *(keyword.value for keyword in node.keywords)]
            if isinstance(node.func, ast.Attribute) and node.func.attr in FRESH | ARRAYS:
                handed = [*handed, node.func.value]
        elif isinstance(node, ast.BinOp):
            handed = [node.left, node.right]
        elif isinstance(node, ast.UnaryOp):
            handed = [node.operand]
        elif isinstance(node, ast.Assign) and not bound_names(node) & _changed(draft):
            handed = list(_given(node.value))
        yield from (
            n for n in map(_passed_on, handed) if isinstance(n, ast.Attribute) and n in data
        )


def _passed_on(node: ast.expr) -> ast.expr:
    """``x.data`` of ``x.data.cpu()`` and ``x.data.to(device)``."""
    while isinstance(node, ast.Call) and name_of(node.func) in PASSING:
        node = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    return node


def _given(value: ast.expr) -> Iterator[ast.expr]:
    """What an assigned name stands for, or holds: ``x`` of ``tuple([x for y in z])``."""
    match value:
        case ast.Tuple(elements) | ast.List(elements):
            yield from (inner for element in elements for inner in _given(element))
        case ast.ListComp(element) | ast.GeneratorExp(element):
            yield from _given(element)
        case ast.Call(ast.Name("tuple" | "list"), [only], []):
            yield from _given(only)
        case _:
            yield value


def _changed(draft: Draft) -> set[str]:
    """The names in the function of what changes in place."""
    return {name for statement in draft.code.root.body for name in changed_in_place(statement)}
