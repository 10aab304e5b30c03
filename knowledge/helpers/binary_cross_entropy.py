import mindspore as ms
from mindspore import mint, ops


def binary_cross_entropy(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
) -> ms.Tensor:
    """The binary cross entropy of probabilities and targets of one shape, times weight.

    Equals torch.nn.functional.binary_cross_entropy: logarithms are cut at -100. MindSpore's cuts them
    at -27.6 on CPU, and gives the double for the mean or sum of a single element; its gradient is right.
    """
    if size_average is not None or reduce is not None:
        whole = "mean" if size_average is None or size_average else "sum"
        reduction = whole if reduce is None or reduce else "none"
    loss = mint.nn.functional.binary_cross_entropy(input, target, reduction="none")
    hit = mint.clamp(mint.log(input), min=-100)
    missed = mint.clamp(mint.log1p(-input), min=-100)
    exact = (target - 1) * missed - target * hit
    loss = loss + ops.stop_gradient(exact - loss)
    if weight is not None:
        loss = loss * weight
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()
