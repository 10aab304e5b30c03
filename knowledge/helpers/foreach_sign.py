from mindspore import ops


def foreach_sign(tensors) -> tuple:
    """The sign of each tensor of a list.

    Equals torch._foreach_sign.
    """
    return tuple(ops.sign(x) for x in tensors)
