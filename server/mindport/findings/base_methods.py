"""What an override asks of torch's layer: ``nn.Linear.train(self, mode)``, and its own start values by
``super().reset_parameters()`` or ``nn.Linear.reset_parameters(self)``.
"""

from __future__ import annotations

import ast

from mindport.document import Span
from mindport.findings.own_train import overrides_train
from mindport.findings.resets import LAYERS, RESET
from mindport.findings.site import Site
from mindport.nodes import name_of
from mindport.report import Edit, Finding, Fix, Name
from mindport.rewrites.layout import arguments
from mindport.symbols.members import FIRST_VALUES
from mindport.symbols.uses import Use
from mindport.symbols.values import ClassInfo
from mindport.symbols.walk import find_member
from mindport.texts import Text

HELPER = "helper.reset_layer"
ATTENTION = "helper.reset_attention"
TRAIN = Text(
    "A Cell's mode is set by the base that calls train(); super() asks it.",
    "Cell 的模式由调用 train() 的基类设置；通过 super() 调用它。",
)
STARTS = Text(
    "Cells have no such method; a helper sets the start values of torch's layer.",
    "Cell 没有该方法；由辅助函数设置 torch 层的初始值。",
)
ASK = Text("Ask the base by super()", "通过 super() 调用基类")
SET = Text("Set the layer's start values", "设置该层的初始值")


def base_method_finding(site: Site, use: Use) -> Finding | None:
    """The finding for a call of the method that the class around it overrides, or None."""
    info, call = use.cls, use.call
    if info is None or call is None or not isinstance(use.node, ast.Attribute):
        return None
    starts = FIRST_VALUES.get(info.torch_base or "")
    if use.node.attr not in ("train", RESET, starts):
        return None
    span, itself = site.document.span, _itself(use, info)
    if itself is None:
        return None
    if use.node.attr == "train" and use.receiver is None and overrides_train(info):
        first, *rest = arguments(call)
        end = span(rest[0]).start if rest else span(call).end - 1
        taken = Edit(Span(span(first).start, end), ())
        edits = (Edit(span(use.node.value), ("super()",)), taken)
        fix, code, message, api = Fix(ASK, "safe", edits), "MP301", TRAIN, "helper.OwnTrain"
    elif use.node.attr == RESET and RESET in info.methods and info.torch_base in LAYERS:
        pieces = (Name(HELPER), f"({itself}, own=False)")
        fix = Fix(SET, "safe", (Edit(span(call), pieces),))
        code, message, api = "MP101", STARTS, HELPER
    elif use.node.attr == starts and starts in info.methods:
        fix = Fix(SET, "safe", (Edit(span(call), (Name(ATTENTION), f"({itself})")),))
        code, message, api = "MP101", STARTS, ATTENTION
    else:
        return None
    return Finding(code, "warning", use.symbol, api, "certain", message, span(use.node), fix)


def _itself(use: Use, info: ClassInfo) -> str | None:
    """How the method calls its object, where it asks torch's layer and no class of the user's."""
    assert use.call is not None
    assert isinstance(use.node, ast.Attribute)
    above = [base.info for base in info.bases if isinstance(base.info, ClassInfo)]
    if any(find_member(base, use.node.attr) is not None for base in above):
        return None
    if use.own_name is not None:
        return use.own_name
    function = None if use.function is None else use.function.node
    if use.receiver is not None or function is None or not function.args.args:
        return None
    own = function.args.args[0].arg
    names = ("Module", (info.torch_base or "").rpartition(".")[2])
    given = bool(use.call.args) and name_of(use.call.args[0]) == own
    return own if given and name_of(use.node.value) in names else None
