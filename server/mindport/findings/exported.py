"""Networks that are exported to ONNX (MP103): what MindSpore's exporter is not seen to write.

Run with MindSpore 2.10.0 and onnxruntime 1.31: of the layers and functions below the file loads and
gives torch's output. Of most others the export raises, or onnxruntime refuses the file; a convolution
that is padded by other sizes along each axis comes out with another shape, in silence. Output names go
to a node that is no longer there where what comes last is written as several.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Finding
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN
from mindport.symbols.whole import is_whole
from mindport.texts import Text, filled, join

CODE, EXPORT = "MP103", "torch.onnx.export"
POOLS = frozenset({"torch.nn.MaxPool2d", "torch.nn.AvgPool2d"})
WRITTEN = POOLS | {f"torch.nn.{name}" for name in (
    "BatchNorm2d", "Conv2d", "Hardtanh", "LSTM", "LeakyReLU", "LogSoftmax", "Mish", "ModuleList", "Parameter",
    "ReLU", "ReLU6", "Sequential", "SiLU", "Sigmoid", "Softmax", "Softplus", "Tanh",
)} | {f"torch.nn.functional.{name}" for name in (
    "leaky_relu", "log_softmax", "relu", "relu6", "sigmoid", "silu", "softmax", "softplus", "tanh",
)} | {f"torch.{name}" for name in (
    "abs", "bmm", "cat", "exp", "log", "matmul", "mul", "relu", "sigmoid", "softmax", "sqrt", "tanh",
)} | {f"torch.Tensor.{name}" for name in (
    "abs", "add", "amax", "clone", "device", "dim", "dtype", "exp", "mul", "permute", "pow", "relu",
    "shape", "sigmoid", "size", "softmax", "tanh", "transpose",
)}  # fmt: skip
UNNAMED = WRITTEN | {f"torch.nn.{name}" for name in (
    "BatchNorm1d", "Dropout", "Dropout2d", "Embedding", "Identity", "LayerNorm", "Linear", "PReLU",
)} | {f"torch.Tensor.{name}" for name in (
    "float", "repeat", "reshape", "sum", "unsqueeze", "view",
)} | {"torch.nn.functional.dropout", "torch.sum", "torch.transpose"}  # fmt: skip
SHAPE = frozenset({"shape", "size"})
REFUSED = Text(
    "MindSpore's ONNX export is not seen to write this network: it raises for most operators, and"
    " onnxruntime refuses some of its files. Run the file once with onnxruntime and compare.",
    "未见 MindSpore 的 ONNX 导出支持该网络：多数算子会报错，部分文件无法被 onnxruntime 加载。请用 onnxruntime 运行一次并比较结果。",
)
BECAUSE = Text(
    "Of doubt: {0}. It does write nn.Dense for mint.nn.Linear, x.reshape(x.shape[0], -1) for flatten,"
    " x = x + y for +=; without output_names it writes more.",
    "存疑的有：{0}。可以导出的写法：以 nn.Dense 代替 mint.nn.Linear，以 x.reshape(x.shape[0], -1) 代替 flatten，"
    "以 x = x + y 代替 +=；不给出 output_names 时能导出的更多。",
)


def exported_findings(site: Site) -> Iterator[Finding]:
    """A finding for each export of a network that is not seen to come out right."""
    for use in site.bindings.uses:
        if use.symbol != EXPORT or use.call is None:
            continue
        named = any(keyword.arg == "output_names" for keyword in use.call.keywords)
        doubts = list(dict.fromkeys(_doubts(site, WRITTEN if named else UNNAMED)))
        if not doubts and _is_seen(site, use.call):
            continue
        if named and not UNNAMED.isdisjoint(f"torch.{name}" for name in doubts):
            doubts.insert(0, "output_names")
        because = filled(BECAUSE, ", ".join(doubts[:5])) if doubts else None
        span = site.document.span(use.call.args[0] if use.call.args else use.call)
        yield Finding(CODE, "warning", "", None, "likely", join(REFUSED, because), span)


def _is_seen(site: Site, call: ast.Call) -> bool:
    """Whether the network is made of torch's layers and this file's classes alone."""
    tree = site.document.tree
    models = [*call.args[:1], *(k.value for k in call.keywords if k.arg == "model")]
    value = site.bindings.values.get(models[0], UNKNOWN) if models else UNKNOWN
    return tree is not None and is_whole(value, site.bindings.values, tree)


def _doubts(site: Site, written: frozenset[str]) -> Iterator[str]:
    """What the networks of the file do that is not seen to be exported."""
    tree = site.document.tree
    for use in site.bindings.uses:
        if _is_of_network(use) and not (use.symbol in written and _is_plain(use)):
            yield use.symbol.removeprefix("torch.")
    for cls in find(tree, ast.ClassDef) if tree is not None else ():
        for function in find(cls, ast.FunctionDef):
            if function.name == "__init__":
                continue
            if find(function, ast.AugAssign):
                yield "+="
            if any(_picks(node) for node in find(function, ast.Subscript)):
                yield "x[i]"


def _is_of_network(use: Use) -> bool:
    """Whether a symbol is a layer, or is called where a network computes."""
    layer = use.symbol.startswith("torch.nn.") and use.symbol.rpartition(".")[2][:1].isupper()
    if layer:
        return use.context == "call" and not use.symbol.endswith("Loss")
    computes = use.cls is not None and use.function is not None and use.function.name != "__init__"
    return computes and not use.symbol.startswith("torch.nn.Module.")


def _is_plain(use: Use) -> bool:
    """Whether a layer is not padded as the exporter does not write it."""
    if use.call is None:
        return True
    if use.symbol in POOLS:
        return len(use.call.args) <= 2 and all(
            k.arg in ("kernel_size", "stride") for k in use.call.keywords
        )
    if use.symbol == "torch.nn.Conv2d":
        given = [*use.call.args[4:5], *(k.value for k in use.call.keywords if k.arg == "padding")]
        return not any(
            isinstance(one, ast.Tuple | ast.List) and len({ast.dump(size) for size in one.elts}) > 1
            for one in given
        )
    return True


def _picks(node: ast.Subscript) -> bool:
    """Whether one row of a tensor is taken, ``x[:, -1]``, and not a part, or a number of its shape."""
    base = node.value.func if isinstance(node.value, ast.Call) else node.value
    if isinstance(base, ast.Attribute) and base.attr in SHAPE:
        return False
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return not all(isinstance(one, ast.Slice) and one.step is None for one in items)
