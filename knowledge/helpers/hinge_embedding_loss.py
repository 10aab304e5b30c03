import mindspore as ms
from mindspore import ops


def hinge_embedding_loss(input, target, margin=1.0, reduction="mean") -> ms.Tensor:
    """The loss of distances: the value itself where target is 1, what margin has over it where -1.

    Equals torch.nn.functional.hinge_embedding_loss.
    """
    zeros = ops.zeros_like(input)
    near = ops.where(target != -1, input, zeros)
    far = ops.where(target != 1, (margin - input).clip(0), zeros)
    loss = near + far
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()
