from mindspore import ops


def foreach_log_(tensors):
    """The logarithm of each tensor of a list, in place.

    Equals torch._foreach_log_.
    """
    for x in tensors:
        x.copy_(ops.log(x))
