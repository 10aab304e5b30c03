"""``requires_grad=True`` of tensors in a file that asks for no gradient (MP306): it needs not be said.

Where a gradient is asked for, in this file or another, that is what is rewritten or marked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.findings.training.leaves import without_keyword
from mindport.report import Finding, Fix
from mindport.symbols.uses import Use
from mindport.texts import Text

MESSAGE = Text(
    "MindSpore differentiates functions by their inputs: a tensor is not told that it takes gradients, "
    "and this file asks for none.",
    "MindSpore 对函数的输入求导：张量无需声明是否需要梯度，且本文件没有求梯度。",
)
TITLE = Text("Make the tensor without requires_grad", "去掉 requires_grad")
# What asks for gradients, or whether a tensor has them.
ASKING = frozenset(
    {
        "torch.Tensor.grad",
        "torch.Tensor.grad_fn",
        "torch.Tensor.is_leaf",
        "torch.Tensor.register_hook",
        "torch.Tensor.requires_grad",
        "torch.Tensor.retain_grad",
    }
)
FAMILIES = ("torch.autograd.", "torch.func.")
LAYERS = "torch.nn."


def unasked_findings(site: Site) -> dict[ast.AST, Finding]:
    """By the calls that make tensors for gradients their findings, if the file asks for no gradient."""
    uses = site.bindings.uses
    text = site.document.text
    if "requires_grad" not in text or "optim" in text or site.bindings.gradients:
        return {}
    if any(_asks(use) for use in uses):
        return {}
    return dict(_marked(site, uses))


def _marked(site: Site, uses: list[Use]) -> Iterator[tuple[ast.AST, Finding]]:
    for use in uses:
        if use.call is None or use.symbol.startswith(LAYERS) or _is_held(use):
            continue
        for keyword in use.call.keywords:
            value = keyword.value
            if keyword.arg == "requires_grad" and isinstance(value, ast.Constant) and value.value:
                fix = Fix(TITLE, "safe", (without_keyword(site, use.call, keyword),))
                span = site.document.span(keyword)
                finding = Finding(
                    "MP306", "warning", use.symbol, None, use.confidence, MESSAGE, span, fix
                )
                yield use.call, finding


def _asks(use: Use) -> bool:
    if use.symbol in ASKING:
        return use.context != "store"
    return use.symbol.startswith(FAMILIES)


def _is_held(use: Use) -> bool:
    """Whether an object keeps the tensor, which an optimizer elsewhere may be given."""
    statement = use.statement
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(not isinstance(target, ast.Name | ast.Tuple) for target in targets)
