import mindspore as ms
from mindspore import ops


def triplet_margin_loss(
    anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, reduction="mean"
) -> ms.Tensor:
    """How much nearer than margin the negative is to the anchor than the positive: (N, D) to (N,).

    Equals torch.nn.functional.triplet_margin_loss.
    """
    near = ops.norm(anchor - positive + eps, p, -1)
    far = ops.norm(anchor - negative + eps, p, -1)
    if swap:
        far = ops.minimum(far, ops.norm(positive - negative + eps, p, -1))
    loss = ops.relu(near - far + margin)
    if reduction == "mean":
        return loss.mean()
    return loss.sum() if reduction == "sum" else loss
