from mindspore import ops


def foreach_sqrt_(tensors):
    """The square root of each tensor of a list, in place.

    Equals torch._foreach_sqrt_.
    """
    for x in tensors:
        x.copy_(ops.sqrt(x))
