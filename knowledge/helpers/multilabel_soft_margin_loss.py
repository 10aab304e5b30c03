import mindspore as ms
from mindspore import mint


def multilabel_soft_margin_loss(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
) -> ms.Tensor:
    """The binary cross entropy of logits, shape (..., C), averaged over the C classes.

    Equals torch.nn.functional.multilabel_soft_margin_loss: MindSpore's is NaN for logits beyond 88.
    """
    if size_average is not None or reduce is not None:
        whole = "mean" if size_average is None or size_average else "sum"
        reduction = whole if reduce is None or reduce else "none"
    positive = input > 0
    small = mint.exp(mint.where(positive, -input, input))
    loss = mint.where(positive, input, 0.0) - input * target + mint.log1p(small)
    loss = loss if weight is None else loss * weight
    loss = loss.mean(-1)
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()
