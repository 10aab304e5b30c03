"""Layers that compiled code makes of tensors which the call computes or is given (MP402).

``nn.CrossEntropyLoss(weight=weights)(x, labels)`` in a loss function: graph mode makes a Cell of
constants alone, and says so when it compiles. Settings that are numbers are constants, as are
tensors of the module.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.called_losses import called_loss_fix, depends_on_arguments
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.report import Finding
from mindport.symbols.values import UNKNOWN, ClassInfo, is_tensor
from mindport.texts import Text

REFUSED = Text(
    "Graph mode makes layers of constants alone, and this one is given a tensor of the call. Call the "
    "function instead, as F.cross_entropy(x, labels, weight=weights), or make the layer outside.",
    "静态图模式只能用常量创建网络层，而此处传入了调用时才有的张量。请改用函数形式，如 "
    "F.cross_entropy(x, labels, weight=weights)，或在图外创建该层。",
)
LAYERS = ("torch.nn.", "mindspore.nn.", "mindspore.mint.nn.")
# Arguments of losses that are tensors where they are given at all.
TENSORS = frozenset({"weight", "pos_weight"})


def made_layer_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a layer."""
    for function in code.functions:
        calls = [node for node in function.nodes if isinstance(node, ast.Call)]
        for call in calls:
            if _is_layer(site, call) and called_loss_fix(site, call, site.symbol_of(call)) is None:
                given = [
                    *((None, one) for one in call.args),
                    *((k.arg, k.value) for k in call.keywords),
                ]
                if any(_is_of_the_call(site, function, name, one) for name, one in given):
                    yield told(site, "MP402", call, REFUSED)


def _is_layer(site: Site, call: ast.Call) -> bool:
    value = site.bindings.values.get(call.func, UNKNOWN)
    if isinstance(value.info, ClassInfo):
        return value.kind == "class" and (value.info.is_module or value.info.is_cell)
    name = value.name if value.kind == "mindspore" else site.symbol_of(call)
    home, _, last = name.rpartition(".")
    return f"{home}." in LAYERS and last[:1].isupper()


def _is_of_the_call(site: Site, function: Function, name: str | None, given: ast.expr) -> bool:
    """Whether an argument is a tensor that the function is given, or computes of what it is given."""
    value = site.bindings.values.get(given, UNKNOWN)
    if not is_tensor(value) and not (name in TENSORS and value.kind == "unknown"):
        return False
    return depends_on_arguments(function.node, given)
