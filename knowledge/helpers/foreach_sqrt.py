from mindspore import ops


def foreach_sqrt(tensors):
    """The square root of each tensor of a list.

    Equals torch._foreach_sqrt.
    """
    return tuple(ops.sqrt(x) for x in tensors)
