import mindspore as ms
from mindspore import ops


def sigmoid_focal_loss(inputs, targets, alpha=0.25, gamma=2, reduction="none") -> ms.Tensor:
    """The focal loss of logits and targets of the same shape: (1 - p_t) ** gamma weighs each value.

    Equals torchvision.ops.sigmoid_focal_loss.
    """
    if not 0 <= alpha <= 1 and alpha != -1:
        raise ValueError("alpha must be in [0, 1], or -1 for no weights.")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError("reduction must be 'none', 'mean' or 'sum'.")
    ones = ops.ones_like(inputs)
    entropy = ops.binary_cross_entropy_with_logits(inputs, targets, ones, ones, "none")
    chance = ops.sigmoid(inputs)
    missed = 1 - (chance * targets + (1 - chance) * (1 - targets))
    loss = entropy * missed**gamma
    if alpha >= 0:
        loss = (alpha * targets + (1 - alpha) * (1 - targets)) * loss
    if reduction == "none":
        return loss
    return loss.mean() if reduction == "mean" else loss.sum()
