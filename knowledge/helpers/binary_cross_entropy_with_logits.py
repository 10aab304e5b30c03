from mindspore import Tensor, ops


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
) -> Tensor:
    """The binary cross entropy of logits, whose mean is taken apart.

    Equals torch.nn.functional.binary_cross_entropy_with_logits. MindSpore's mean divides the gradient by
    the number of elements of an earlier call.
    """
    if size_average is not None or reduce is not None:
        summed = "sum" if size_average is False else "mean"
        reduction = "none" if reduce is False else summed
    single = "none" if reduction == "mean" else reduction
    loss = ops.binary_cross_entropy_with_logits(input, target, weight, pos_weight, single)
    return loss.mean() if reduction == "mean" else loss
