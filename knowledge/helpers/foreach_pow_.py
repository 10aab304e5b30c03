from helper import foreach_pow


def foreach_pow_(tensors, exponent):
    """Raise each tensor of a list to a number, or to a tensor or number of another list, in place.

    Equals torch._foreach_pow_.
    """
    for x, y in zip(tensors, foreach_pow(tensors, exponent), strict=True):
        x.copy_(y)
