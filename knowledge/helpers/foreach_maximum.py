from mindspore import ops


def foreach_maximum(tensors, other):
    """The greater of each tensor of a list and a number, or a tensor of another list.

    Equals torch._foreach_maximum.
    """
    others = other if isinstance(other, (list, tuple)) else [other] * len(tensors)
    return tuple(ops.maximum(x, y) for x, y in zip(tensors, others, strict=True))
