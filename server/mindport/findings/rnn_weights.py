"""The weights of a recurrent layer, taken by their names (MP307): ``rnn._parameters[name]``.

They are called alike in MindSpore, where the layer has them as attributes.
"""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.report import Edit, Finding, Fix
from mindport.symbols.torch_api import load
from mindport.symbols.uses import Use
from mindport.texts import Text

PARAMETERS, LAYERS = "torch.nn.Module._parameters", "torch.nn.RNNBase"
MESSAGE = Text(
    "A Cell has no _parameters; the weights of a recurrent layer have torch's names in MindSpore, too.",
    "Cell 没有 _parameters；循环层的权重在 MindSpore 中名称与 torch 相同。",
)
TITLE = Text("Take the weight as an attribute", "按属性取得权重")


def rnn_weight_finding(site: Site, use: Use) -> Finding | None:
    """``getattr(rnn, name)`` for the item; None for what is no item of a recurrent layer's."""
    if use.symbol != PARAMETERS or use.receiver is None:
        return None
    item = site.parent(use.node, use.statement)
    if not load().is_subclass(use.owner or "", LAYERS):
        return None
    if not isinstance(item, ast.Subscript) or not isinstance(item.ctx, ast.Load):
        return None
    document = site.document
    layer, name = document.span(use.receiver), document.span(item.slice)
    whole = document.span(item)
    fix = Fix(TITLE, "safe", (Edit(whole, ("getattr(", layer, ", ", name, ")")),), rearranges=True)
    return Finding("MP307", "warning", use.symbol, None, use.confidence, MESSAGE, whole, fix)
