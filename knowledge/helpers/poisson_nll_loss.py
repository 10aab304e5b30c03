import math

import mindspore as ms
from mindspore import ops


def poisson_nll_loss(
    input, target, log_input=True, full=False, eps=1e-8, reduction="mean"
) -> ms.Tensor:
    """The negative log likelihood of target under Poisson distributions with the rates input.

    Equals torch.nn.functional.poisson_nll_loss; both have the same shape.
    """
    rate, log_rate = (ops.exp(input), input) if log_input else (input, ops.log(input + eps))
    loss = rate - target * log_rate
    if full:
        counts = ops.maximum(target, ops.ones_like(target))
        stirling = target * ops.log(counts) - target + 0.5 * ops.log(2 * math.pi * counts)
        loss = loss + ops.where(target > 1, stirling, ops.zeros_like(stirling))
    if reduction == "mean":
        return loss.mean()
    return loss.sum() if reduction == "sum" else loss
