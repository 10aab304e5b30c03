from mindspore import ops


def foreach_log(tensors):
    """The logarithm of each tensor of a list.

    Equals torch._foreach_log.
    """
    return tuple(ops.log(x) for x in tensors)
