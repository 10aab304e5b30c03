"""Derivatives of derivatives, of which MindSpore's PyNative mode loses a part.

Measured with MindSpore 2.7.2 to 2.10.0 on a CPU: the derivative of ``grad(lambda b: b.sum() ** 3)`` is
0 there, and so behind ``mean``, ``norm``, views, ``cat`` and ``a @ a.T``. Behind linear layers,
convolutions and elementwise functions it is right, and with ``@ms.jit`` everywhere. Where a file shows
what is differentiated twice, helpers stand for views, joins, sums and products.
"""

from __future__ import annotations

import re

from mindport.findings.site import Site
from mindport.symbols.uses import Use
from mindport.texts import Text

SECOND_DERIVATIVE = Text(
    "In PyNative mode MindSpore's derivative of a derivative silently lacks what passes through sum, "
    "mean, norm, views, cat and a product of two results, unless a helper stands for them; through linear "
    "layers, convolutions and elementwise functions it is right. Compare its values, or put @ms.jit on the function that is "
    "differentiated.",
    "PyNative 模式下，MindSpore 对导数再求导时会悄悄丢失经过 sum、mean、norm、视图、cat 以及两个结果之积的部分（已由辅助函数代替者除外）；"
    "经过线性层、卷积和逐元素函数时结果正确。请比较数值，或在被求导的函数上加 @ms.jit。",
)
# They differentiate as PyNative mode does; hessian and jvp compile what they are given.
TRANSFORMS = frozenset(
    {
        "torch.autograd.functional.jacobian",
        "torch.autograd.functional.vjp",
        "torch.func.grad",
        "torch.func.grad_and_value",
        "torch.func.hessian",
        "torch.func.jacfwd",
        "torch.func.jacrev",
        "torch.func.jvp",
        "torch.func.vjp",
    }
)
TRAINS = re.compile(r"\.backward\(|value_and_grad|autograd\.grad")


def second_derivative_doubt(site: Site, use: Use) -> Text | None:
    """Why a derivative may be differentiated again; None where the file takes no other."""
    if use.symbol not in TRANSFORMS:
        return None
    others = any(u.symbol in TRANSFORMS and u.node is not use.node for u in site.bindings.uses)
    return SECOND_DERIVATIVE if others or TRAINS.search(site.document.text) else None
