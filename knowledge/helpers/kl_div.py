import mindspore as ms
from mindspore import mint, ops


def kl_div(
    input, target, size_average=None, reduce=None, reduction="mean", log_target=False
) -> ms.Tensor:
    """The Kullback-Leibler divergence of target from the logarithms in input.

    Equals torch.nn.functional.kl_div; MindSpore's has no gradient of target.
    """
    if size_average is not None or reduce is not None:
        whole = "mean" if size_average is None or size_average else "sum"
        reduction = whole if reduce is None or reduce else "none"
    if log_target:
        loss = mint.exp(target) * (target - input)
    else:
        loss = target * (mint.log(ops.where(target == 0, ops.ones_like(target), target)) - input)
    if reduction == "none":
        return loss
    if reduction == "batchmean":
        return loss.sum() / input.shape[0]
    return loss.sum() if reduction == "sum" else loss.mean()
