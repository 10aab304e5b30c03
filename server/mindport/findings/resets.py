"""Layers that say themselves how their parameters start: ``reset_parameters`` of a class of one's own.

The constructors of torch's layers call it (torch 2.13.0, ``torch/nn/modules``); MindSpore's do not.
"""

from __future__ import annotations

import ast

from mindport.document import Span
from mindport.findings.site import Site
from mindport.nodes import find, name_of
from mindport.report import Edit
from mindport.symbols.members import FIRST_VALUES
from mindport.symbols.values import ClassInfo
from mindport.symbols.walk import find_member
from mindport.texts import Text

RESET = "reset_parameters"
LAYERS = frozenset(
    f"torch.nn.{name}"
    for name in (
        "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "Bilinear", "Conv1d", "Conv2d", "Conv3d",
        "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "Embedding", "EmbeddingBag", "GRU",
        "GroupNorm", "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "LSTM", "LayerNorm",
        "Linear", "PReLU", "RMSNorm", "RNN",
    )
)  # fmt: skip
# MindSpore's constructors of these call it with a dtype.
WITH_DTYPE = frozenset({"torch.nn.GRUCell", "torch.nn.LSTMCell", "torch.nn.RNNCell"})
CAUTION = Text(
    "torch's constructor calls reset_parameters, MindSpore's does not: the parameters start otherwise "
    "unless it is called behind super().__init__().",
    "torch 的构造函数会调用 reset_parameters，MindSpore 不会：需在 super().__init__() 之后调用它，"
    "否则参数的初始值不同。",
)


def reset_edit(site: Site, info: ClassInfo) -> Edit | None:
    """The call behind ``super().__init__()``, or a constructor that makes it.

    None where there is nothing to do, or no place for it; ``is_never_reset`` tells which.
    """
    if not is_never_reset(info) or info.node is None:
        return None
    document, constructor = site.document, _method(info.node, "__init__")
    reset = _reset_of(info)
    if constructor is None:
        method = _method(info.node, reset)
        if method is None or method.decorator_list:
            return None
        start = document.span(method).start
        indent = " " * method.col_offset
        lines = (
            "def __init__(self, *args, **kwargs):",
            f"{indent}    super().__init__(*args, **kwargs)",
            f"{indent}    self.{reset}()",
            "",
            indent,
        )
        return Edit(Span(start, start), (document.newline.join(lines),))
    calls = [s for s in constructor.body if isinstance(s, ast.Expr) and _sets_up(s.value)]
    if len(calls) != 1 or constructor.body[0].lineno == constructor.lineno:
        return None
    end = document.span(calls[0]).end
    return Edit(Span(end, end), (f"{document.newline}{' ' * calls[0].col_offset}self.{reset}()",))


def is_never_reset(info: ClassInfo) -> bool:
    """Whether nothing in MindSpore calls the ``reset_parameters`` that the class defines."""
    reset = _reset_of(info)
    if not reset or info.node is None or reset not in info.methods:
        return False
    if any(
        isinstance(base.info, ClassInfo) and find_member(base.info, reset) for base in info.bases
    ):
        return False
    constructor = _method(info.node, "__init__")
    calls = () if constructor is None else find(constructor, ast.Call)
    return not any(name_of(call.func) == reset for call in calls)


def dtype_edit(site: Site, info: ClassInfo) -> Edit | None:
    """``def reset_parameters(self, dtype=None)`` in a cell whose constructor in MindSpore gives one."""
    method = None if info.node is None else _method(info.node, RESET)
    if info.torch_base not in WITH_DTYPE or method is None:
        return None
    taken = method.args
    if len(taken.args) != 1 or taken.vararg or taken.kwarg or taken.kwonlyargs or taken.posonlyargs:
        return None
    end = site.document.span(taken.args[0]).end
    return Edit(Span(end, end), (", dtype=None",))


def _reset_of(info: ClassInfo) -> str:
    """The method that torch's constructor calls; empty for what has none."""
    base = info.torch_base or ""
    return RESET if base in LAYERS else FIRST_VALUES.get(base, "")


def _method(node: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    methods = (s for s in node.body if isinstance(s, ast.FunctionDef))
    return next((method for method in methods if method.name == name), None)


def _sets_up(value: ast.expr) -> bool:
    """``super().__init__(...)`` or ``nn.Linear.__init__(self, ...)``."""
    return isinstance(value, ast.Call) and name_of(value.func) == "__init__"
