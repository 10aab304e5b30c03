from mindspore import ops


def foreach_rsqrt(tensors) -> tuple:
    """The reciprocal of the square root of each tensor of a list.

    Equals torch._foreach_rsqrt.
    """
    return tuple(ops.rsqrt(x) for x in tensors)
