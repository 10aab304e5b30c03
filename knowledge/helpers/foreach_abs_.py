from mindspore import ops


def foreach_abs_(tensors):
    """The absolute values of each tensor of a list, in place.

    Equals torch._foreach_abs_.
    """
    for x in tensors:
        x.copy_(ops.abs(x))
