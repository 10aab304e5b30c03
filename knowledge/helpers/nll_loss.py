import mindspore as ms
from mindspore import ops


def nll_loss(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
) -> ms.Tensor:
    """Minus the log probabilities, shape (N, C, ...), of the labels, weighted by class.

    Equals torch.nn.functional.nll_loss: MindSpore's is NaN where others are minus infinity.
    """
    if size_average is not None or reduce is not None:
        whole = "mean" if size_average is None or size_average else "sum"
        reduction = whole if reduce is None or reduce else "none"
    dim = 1 if input.ndim > 1 else 0
    used = target != ignore_index
    labels = ops.where(used, target, ops.zeros_like(target))
    picked = ops.gather_elements(input, dim, labels.expand_dims(dim)).squeeze(dim)
    shares = used.astype(input.dtype)
    shares = shares if weight is None else shares * weight[labels]
    loss = ops.where(used, -picked, ops.zeros_like(picked)) * shares
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.sum() / shares.sum()
