from mindspore import ops


def foreach_zero_(tensors):
    """Set each tensor of a list to zeros, in place.

    Equals torch._foreach_zero_.
    """
    for x in tensors:
        x.copy_(ops.zeros_like(x))
