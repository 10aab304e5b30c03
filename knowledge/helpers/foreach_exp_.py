from mindspore import ops


def foreach_exp_(tensors):
    """The exponential of each tensor of a list, in place.

    Equals torch._foreach_exp_.
    """
    for x in tensors:
        x.copy_(ops.exp(x))
