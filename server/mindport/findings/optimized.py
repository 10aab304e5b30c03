"""Optimizers that are given plain tensors, or names: MindSpore's take nothing but Parameters."""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.findings.training.leaves import optimized_leaves
from mindport.findings.training.names import path_of
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor
from mindport.texts import Text

DOUBT = Text(
    "MindSpore's optimizers take Parameters alone, and here a tensor is optimized: make it "
    "mindspore.Parameter(x) first.",
    "MindSpore 的优化器只接受 Parameter，而这里优化的是张量：请先将其写成 mindspore.Parameter(x)。",
)
PAIRS = Text(
    "MindSpore's optimizers take Parameters alone, no pairs of names and parameters: give it parameters().",
    "MindSpore 的优化器只接受 Parameter，不接受（名称，参数）对：请传入 parameters()。",
)


def optimized_doubt(site: Site, use: Use) -> Text | None:
    """Why an optimizer may refuse what it is given; None where that is not seen."""
    if use.call is None or not site.api.is_subclass(use.symbol, "torch.optim.Optimizer"):
        return None
    given = use.call.args[:1] or [k.value for k in use.call.keywords if k.arg == "params"]
    function = given[0].func if given and isinstance(given[0], ast.Call) else None
    if isinstance(function, ast.Attribute) and function.attr == "named_parameters":
        return PAIRS
    items = given[0].elts if given and isinstance(given[0], ast.List | ast.Tuple) else []
    made = {leaf.path for leaf in optimized_leaves(site)} if items else set()
    items = [item for item in items if path_of(item) not in made]  # they become Parameters
    return DOUBT if any(_is_plain_tensor(site, item) for item in items) else None


def _is_plain_tensor(site: Site, item: ast.expr) -> bool:
    """Whether it is known for a tensor, or the file asks for its gradient as one does of tensors."""
    if not isinstance(item, ast.Name | ast.Attribute):
        return False
    value = site.bindings.values.get(item, UNKNOWN)
    if value is not UNKNOWN:
        return is_tensor(value) and not value.name.endswith(".Parameter")
    return f"{ast.unparse(item)}.requires_grad_(" in site.document.text
