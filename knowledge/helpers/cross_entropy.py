import mindspore as ms
from helper import nll_loss
from mindspore import ops


def cross_entropy(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
    label_smoothing=0.0,
) -> ms.Tensor:
    """The cross entropy of logits, shape (N, C, ...), whose classes may be minus infinity.

    Equals torch.nn.functional.cross_entropy: MindSpore's is NaN for such logits.
    """
    if size_average is not None or reduce is not None:
        whole = "mean" if size_average is None or size_average else "sum"
        reduction = whole if reduce is None or reduce else "none"
    if target.is_floating_point() or label_smoothing > 0:
        return ops.cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing)
    logs = ops.log_softmax(input, 1 if input.ndim > 1 else 0)
    return nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
