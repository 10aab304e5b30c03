import mindspore as ms
from mindspore import ops


def triplet_margin_with_distance_loss(
    anchor,
    positive,
    negative,
    distance_function=None,
    margin=1.0,
    swap=False,
    reduction="mean",
) -> ms.Tensor:
    """How much nearer than margin the negative is to the anchor than the positive.

    Equals torch.nn.functional.triplet_margin_with_distance_loss; the Euclidean distance of the last
    axis is taken where no function is given.
    """

    def euclidean(x1, x2):
        return ops.norm(x1 - x2 + 1e-6, 2, -1)

    distance = distance_function or euclidean
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = ops.minimum(far, distance(positive, negative))
    loss = ops.relu(near - far + margin)
    if reduction == "mean":
        return loss.mean()
    return loss.sum() if reduction == "sum" else loss
