"""What a derivative is differentiated through again, and no helper stands for (MP306).

Run with MindSpore 2.7.2 to 2.10.0 in PyNative mode on a CPU: the second derivative silently lacks what
passes through reductions that drop their axes, products of two results, linear layers of more than two
axes, and batch normalization.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.report import Finding
from mindport.symbols.twice import differentiated_twice
from mindport.texts import Text

SYMBOL = "torch.autograd.grad"
REDUCTIONS = frozenset({"amax", "amin", "logsumexp", "norm", "prod", "std", "var", "vector_norm"})
OTHERS = frozenset(
    {"baddbmm", "batch_norm", "einsum", "gather", "index_select", "repeat_interleave"}
)
KEEPING = frozenset({"keepdim", "keepdims", "keep_dims"})
LINEAR = frozenset({"Linear", "Dense"})
# What shows that a network goes over sequences: its linear layers get more than two axes.
SEQUENCES = frozenset({"Embedding", "MultiheadAttention", "bmm", "einsum", "matmul", "multiplied", "permute",
                       "permuted", "softmax", "swapaxes", "transpose", "transposed"})  # fmt: skip
# What leaves two axes: flatten, view(n, -1), a reduction.
FLAT = re.compile(
    r"flatten|(?:view|reshape)\([^,]+, -1\)|reshaped\([^,]+, [^,]+, -1\)|squeeze|mean\(|sum\(|averaged|summed"
    r"|\[:, -?\d\]"
)
NORMS = frozenset({"BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "BatchNorm", "SyncBatchNorm"})


def second_order_findings(site: Site) -> Iterator[Finding]:
    """A finding for each place that MindSpore's second derivative would pass by."""
    tree = site.document.tree
    if tree is None or site.target.mode == "GRAPH":
        return
    functions = differentiated_twice(tree, site.beside.differentiates_twice)
    if not functions:
        return
    for node in (*find(tree, ast.Call), *find(tree, ast.BinOp), *find(tree, ast.Subscript)):
        called = _loses(node)
        around = None if called is None else function_around(tree, node)
        if called is None or around is None:
            continue
        if called in NORMS | LINEAR:
            owner = next((cls for cls in find(tree, ast.ClassDef) if around in cls.body), None)
            told = owner is not None and not functions.isdisjoint(owner.body)
            if called in LINEAR:
                told = told and owner is not None and _may_go_over_sequences(owner, node)
        else:
            told = around in functions
        if told:
            span = site.document.span(node)
            yield Finding("MP306", "warning", SYMBOL, None, "likely", _message(called), span)


def _loses(node: ast.AST) -> str | None:
    """What the derivative of a derivative lacks, by its name."""
    match node:
        case ast.Call(func=function, keywords=keywords):
            name = name_of(function)
            kept = any(k.arg in KEEPING for k in keywords)
            if name in REDUCTIONS and not kept and _is_tensors(function):
                return name
            return name if name in OTHERS | NORMS | LINEAR else None
        case ast.BinOp(left=left, op=ast.MatMult(), right=right):
            held = (_is_held(left), _is_held(right))
            return None if any(held) else "@"
        case ast.Subscript(slice=index, ctx=ast.Load()):
            items = index.elts if isinstance(index, ast.Tuple) else [index]
            new = any(isinstance(one, ast.Constant) and one.value is None for one in items)
            return "[None]" if new and isinstance(node.value, ast.Name) else None
    return None


def _may_go_over_sequences(cls: ast.ClassDef, layer: ast.AST) -> bool:
    """Whether a linear layer of the class may get more than two axes: the class works on sequences, and
    nothing shows that it was flattened before."""
    if not any(name_of(call.func) in SEQUENCES for call in find(cls, ast.Call)):
        return False
    names = {
        target.attr
        for statement in find(cls, ast.Assign)
        if any(inner is layer for inner in find(statement.value, ast.Call))
        for target in statement.targets
        if isinstance(target, ast.Attribute)
    }
    given = [
        ast.unparse(argument)
        for call in find(cls, ast.Call)
        if isinstance(call.func, ast.Attribute) and call.func.attr in names
        for argument in call.args[:1]
    ]
    values = {
        target.id: ast.unparse(statement.value)
        for statement in find(cls, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    return not given or not all(FLAT.search(values.get(text, text)) for text in given)


def _is_tensors(function: ast.expr) -> bool:
    """Whether it is a function or a method, and not a layer of the object: ``self.norm(x)``."""
    return not (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id in ("self", "np", "math")
    )


def _is_held(node: ast.expr) -> bool:
    """``self.weight``, ``self.weight.T``."""
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return isinstance(node, ast.Name) and node.id == "self"


def _message(name: str) -> Text:
    return Text(
        "A derivative is differentiated again here, and in PyNative mode MindSpore silently loses what passes "
        f"through {name} then. Keep the axes (keepdim=True), use elementwise functions, views, matmul, linear "
        "layers of two axes and convolutions, or put @ms.jit on the function that is differentiated.",
        f"此处会对导数再次求导，而 PyNative 模式下 MindSpore 会悄悄丢失经过 {name} 的部分。请保留轴"
        "（keepdim=True），或改用逐元素函数、视图、matmul、二维输入的线性层与卷积，或在被求导的函数上加 @ms.jit。",
    )
