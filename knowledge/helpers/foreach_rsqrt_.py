from mindspore import ops


def foreach_rsqrt_(tensors):
    """The reciprocal of the square root of each tensor of a list, in place.

    Equals torch._foreach_rsqrt_.
    """
    for x in tensors:
        x.copy_(ops.rsqrt(x))
