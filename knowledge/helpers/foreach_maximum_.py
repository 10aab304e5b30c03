from mindspore import ops


def foreach_maximum_(tensors, other):
    """Set each tensor of a list to the greater of it and a number, or a tensor of another list.

    Equals torch._foreach_maximum_.
    """
    others = other if isinstance(other, (list, tuple)) else [other] * len(tensors)
    for x, y in zip(tensors, others, strict=True):
        x.copy_(ops.maximum(x, y))
