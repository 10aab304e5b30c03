from mindspore import ops


def foreach_minimum(tensors, other):
    """The smaller of each tensor of a list and a number, or a tensor of another list.

    Equals torch._foreach_minimum.
    """
    others = other if isinstance(other, (list, tuple)) else [other] * len(tensors)
    return tuple(ops.minimum(x, y) for x, y in zip(tensors, others, strict=True))
