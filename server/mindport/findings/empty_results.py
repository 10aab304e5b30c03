"""What is summed over the rows that a mask picks, where it may pick none (MP220): ``x.t() @ y[mask]``.

On a CPU MindSpore 2.7.2 to 2.10.0 leave such a product, norm or sum of losses as its memory was; torch's
is 0. What has an equivalent that asks for it, as ``x[mask].sum()``, is not told here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.empty_batches import may_be_none
from mindport.findings.named_views import ATTRIBUTES
from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.report import Finding
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

MESSAGE = Text(
    "Where nothing is picked, this is whatever MindSpore's memory held on a CPU; in torch it is 0, and nan"
    " for a mean: compute it only where something is picked.",
    "未选中任何元素时，MindSpore 在 CPU 上返回内存中的残留值；torch 中为 0（均值为 nan）：请仅在选中元素时计算。",
)
SUMS = frozenset({"torch.count_nonzero", "torch.dist", "torch.nansum"})
NORMS = frozenset({"torch.norm", "torch.linalg.norm", "torch.linalg.vector_norm"})
PRODUCTS = frozenset({"torch.matmul", "torch.mm", "torch.mv"})
EINSUM, MATMUL, TENSOR = "torch.einsum", "torch.matmul", "torch.Tensor."
LOSS = "torch.nn."
# Whose mean of nothing is no nan, which is asked for by one of the words.
MEANS = frozenset(
    f"{LOSS}{name}Loss" for name in ("BCE", "BCEWithLogits", "Huber", "L1", "MSE", "SmoothL1")
)
LOOKING = ("isnan", "isfinite", "nan_to_num")
TURNING = frozenset({"mT", "movedim", "permute", "swapaxes", "swapdims", "t", "transpose"})
_Use = tuple[ast.expr, ast.expr, str]


def empty_result_findings(site: Site) -> Iterator[Finding]:
    """One finding for each that nothing asks beforehand whether there is something."""
    tree = site.document.tree
    if tree is None or "CPU" not in site.target.devices or not site.bindings.has_torch:
        return
    for node, given, symbol in (*_products(tree), *_calls(site, tree)):
        within = function_around(tree, node) or tree
        if may_be_none(tree, node, given, within):
            span = site.document.span(node)
            yield Finding("MP220", "warning", symbol, None, "likely", MESSAGE, span)


def _products(tree: ast.Module) -> Iterator[_Use]:
    """``y`` of ``x @ y``, whose rows are summed over."""
    for node in find(tree, ast.BinOp):
        if isinstance(node.op, ast.MatMult) and not _is_turned(node.right):
            yield node, node.right, MATMUL


def _calls(site: Site, tree: ast.Module) -> Iterator[_Use]:
    for call in find(tree, ast.Call):
        symbol = site.symbol_of(call)
        if symbol.startswith(TENSOR) and isinstance(call.func, ast.Attribute):
            name, operands = f"torch.{symbol.removeprefix(TENSOR)}", [call.func.value, *call.args]
        else:
            name, operands = symbol, call.args
        if not operands:
            continue
        is_sum = name in SUMS and not _has_axis(call, operands, name)
        if is_sum or (name in NORMS and _is_sum_of_sizes(call, operands)):
            yield call, operands[0], symbol
        elif name in PRODUCTS and len(operands) == 2 and not _is_turned(operands[1]):
            yield call, operands[1], symbol
        elif name == EINSUM:
            yield from ((call, operand, symbol) for operand in _contracted(operands))
        elif symbol == "" and _is_summing_loss(site, tree, call):
            yield call, operands[0], site.bindings.values.get(call.func, UNKNOWN).name


def _has_axis(call: ast.Call, operands: list[ast.expr], name: str) -> bool:
    """Whether an axis is given, so that there is a result for each row."""
    return name != "torch.dist" and bool(operands[1:] or call.keywords)


def _is_sum_of_sizes(call: ast.Call, operands: list[ast.expr]) -> bool:
    """``x.norm(1)`` and ``vector_norm(x, ord=1)``, of all elements."""
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    power = operands[1] if len(operands) == 2 else given.pop("p", given.pop("ord", None))
    return isinstance(power, ast.Constant) and power.value == 1 and not given


def _is_turned(operand: ast.expr) -> bool:
    """``y.t()``, ``y.T``: what is picked are its columns."""
    match operand:
        case ast.Attribute(attr=name):
            return name in ATTRIBUTES
        case ast.Call(function):
            return name_of(function) in TURNING
    return False


def _contracted(operands: list[ast.expr]) -> Iterator[ast.expr]:
    """The operands of einsum whose first axis is summed over."""
    equation, *tensors = operands
    if not isinstance(equation, ast.Constant) or not isinstance(equation.value, str):
        return
    given, arrow, kept = equation.value.replace(" ", "").partition("->")
    for letters, tensor in zip(given.split(","), tensors, strict=False):
        if arrow and letters[:1].isalpha() and letters[0] not in kept:
            yield tensor


def _is_summing_loss(site: Site, tree: ast.Module, call: ast.Call) -> bool:
    """Whether a loss of torch.nn is called that sums; one that takes the mean counts where the file
    looks for nan, which torch gives for none."""
    value = site.bindings.values.get(call.func, UNKNOWN)
    if value.kind != "instance" or not value.name.startswith(LOSS) or "Loss" not in value.name:
        return False
    made = [call.func] if isinstance(call.func, ast.Call) else _made(tree, ast.unparse(call.func))
    given = {_reduction(one) for one in made}
    looks = value.name in MEANS and any(word in site.document.text for word in LOOKING)
    return "sum" in given or (looks and "mean" in given)


def _reduction(made: ast.Call) -> object:
    """What a loss is made with; None where the source does not tell."""
    given = (keyword.value for keyword in made.keywords if keyword.arg == "reduction")
    value = next(given, ast.Constant("mean"))
    return value.value if isinstance(value, ast.Constant) else None


def _made(tree: ast.Module, text: str) -> list[ast.Call]:
    """The calls that a name, or an attribute, is given."""
    return [
        assign.value
        for assign in find(tree, ast.Assign)
        if isinstance(assign.value, ast.Call)
        and any(ast.unparse(target) == text for target in assign.targets)
    ]
