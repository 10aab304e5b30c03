from mindspore import ops


def foreach_minimum_(tensors, other):
    """Set each tensor of a list to the smaller of it and a number, or a tensor of another list.

    Equals torch._foreach_minimum_.
    """
    others = other if isinstance(other, (list, tuple)) else [other] * len(tensors)
    for x, y in zip(tensors, others, strict=True):
        x.copy_(ops.minimum(x, y))
