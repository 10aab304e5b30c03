from mindspore import ops


def foreach_exp(tensors):
    """The exponential of each tensor of a list.

    Equals torch._foreach_exp.
    """
    return tuple(ops.exp(x) for x in tensors)
