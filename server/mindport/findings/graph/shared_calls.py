"""Functions that both ``construct`` and ``bprop`` of a Cell call (MP402).

MindSpore 2.10.0 stops with "The func graph is empty" where that is a function with branches and with
parameters that have defaults, or that are given by keyword: one of the file, or of MindSpore, as
``ops.softplus`` is. Operators, and most methods of tensors, are right. The names are those that were run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, name_of
from mindport.report import Edit, Finding, Fix, Name, Operand, Piece
from mindport.symbols.statements import FORWARD_NAMES
from mindport.texts import Text, filled

SHARED = Text(
    "Graph mode stops where construct and bprop of a Cell both call {0}; compute it by another function "
    "or operator in bprop.",
    "若 Cell 的 construct 和 bprop 都调用 {0}，静态图模式会报错；请在 bprop 中改用其他函数或算子计算。",
)
TITLE = Text("Use the operator here", "此处改用算子")
OPS, FUNCTIONAL = "mindspore.ops.", "mindspore.mint.nn.functional."
NAMES = frozenset({
    *(OPS + name for name in (
        "addmm", "amax", "amin", "arange", "avg_pool1d", "avg_pool2d", "chunk", "clamp", "conv1d",
        "conv2d", "conv3d", "cross_entropy", "cumsum", "div", "dropout", "einsum", "flatten", "fmod",
        "full_like", "gelu", "interpolate", "l1_loss", "layer_norm", "leaky_relu", "logsumexp", "max",
        "min", "mse_loss", "nonzero", "norm", "normal", "ones_like", "pad", "rand_like", "relu",
        "repeat_interleave", "softmax", "softplus", "split", "tile", "topk", "zeros_like")),
    *(FUNCTIONAL + name for name in ("elu", "pad", "relu", "silu", "softmax")),
    "mindspore.mint.norm", "mindspore.mint.split",
})  # fmt: skip
# Operators of one tensor.
OPERATORS = {
    "softplus": "mindspore.ops.Softplus",
    "relu": "mindspore.ops.ReLU",
    "ones_like": "mindspore.ops.OnesLike",
    "zeros_like": "mindspore.ops.ZerosLike",
}
CONVOLUTION = {"stride": "stride", "padding": "pad", "pad_mode": "pad_mode", "dilation": "dilation",
               "groups": "group"}  # fmt: skip


def shared_call_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call that ``bprop`` reaches."""
    methods = {(one.owner.name, one.node.name): one for one in code.functions if one.owner}
    plain = {one.node.name: one for one in code.functions if one.owner is None}
    told_of: set[ast.Call] = set()
    for (cls, name), derivative in methods.items():
        entries = [methods[cls, one] for one in FORWARD_NAMES if (cls, one) in methods]
        if name != "bprop" or not entries:
            continue
        known = {_name(code, plain, one) for one in _calls(entries, methods, plain)}
        for call in _calls([derivative], methods, plain):
            full = _name(code, plain, call)
            if full and full in known and call not in told_of:
                told_of.add(call)
                message = filled(SHARED, full.removeprefix("mindspore."))
                yield told(site, "MP402", call, message, _fix(site, call, full))


def _name(code: Compiled, plain: Mapping[str, Function], call: ast.Call) -> str:
    """The function's name, where it is one of those; empty for others."""
    full = code.dotted(call.func)
    own = plain.get(getattr(call.func, "id", ""))
    if own is None:
        return full if full in NAMES else ""
    arguments = own.node.args
    has_defaults = bool(arguments.defaults or arguments.kwonlyargs or call.keywords)
    branches = any(isinstance(one, ast.If | ast.IfExp) for one in own.nodes)
    return own.node.name if has_defaults and branches else ""


def _calls(
    entries: Sequence[Function],
    methods: Mapping[tuple[str, str], Function],
    plain: Mapping[str, Function],
) -> Iterator[ast.Call]:
    """The calls in functions, and in what these call of the file."""
    waiting = list(entries)
    for function in waiting:  # grows while it is read
        for node in function.nodes:
            if not isinstance(node, ast.Call):
                continue
            yield node
            found = [plain.get(getattr(node.func, "id", ""))]
            own = attribute_of_self(node.func)
            if own is not None and function.owner is not None:
                found.append(methods.get((function.owner.name, own)))
            if isinstance(node.func, ast.Call):
                made = name_of(node.func.func)
                found += [methods.get((made, name)) for name in FORWARD_NAMES]
            waiting += [one for one in found if one is not None and one not in waiting]


def _fix(site: Site, call: ast.Call, full: str) -> Fix | None:
    pieces = _pieces(site, call, full)
    return None if pieces is None else Fix(TITLE, "safe", (Edit(site.document.span(call), pieces),))


def _pieces(site: Site, call: ast.Call, full: str) -> tuple[Piece, ...] | None:
    """``ops.Softplus()(x)`` for ``ops.softplus(x)``."""
    span, name = site.document.span, full.rpartition(".")[2]
    match call.args, call.keywords:
        case _, _ if full == f"{FUNCTIONAL}silu":
            return Name("mindspore.ops.silu"), Span(span(call.func).end, span(call).end)
        case [tensor], [] if name in OPERATORS:
            return Name(OPERATORS[name]), "()(", span(tensor), ")"
        case [tensor, axis], [] if full == f"{FUNCTIONAL}softmax":
            return Operand(span(tensor)), ".softmax(", span(axis), ")"
        case [tensor], [ast.keyword("dim", axis)] if full == f"{FUNCTIONAL}softmax":
            return Operand(span(tensor)), ".softmax(", span(axis), ")"
        case [tensor, ast.Name(weight) as kernel], keywords if full == f"{OPS}conv2d":
            if not all(one.arg in CONVOLUTION for one in keywords):
                return None
            sizes: list[Piece] = [f"({weight}.shape[0], {weight}.shape[2:]"]
            for one in keywords:
                assert one.arg is not None
                sizes += [f", {CONVOLUTION[one.arg]}=", span(one.value)]
            made = Name("mindspore.ops.Conv2D")
            return made, *sizes, ")(", span(tensor), ", ", span(kernel), ")"
    return None
