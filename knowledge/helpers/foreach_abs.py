from mindspore import ops


def foreach_abs(tensors):
    """The absolute values of each tensor of a list.

    Equals torch._foreach_abs.
    """
    return tuple(ops.abs(x) for x in tensors)
