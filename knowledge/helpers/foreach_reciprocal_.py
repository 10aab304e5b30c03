def foreach_reciprocal_(tensors):
    """One divided by each tensor of a list, in place.

    Equals torch._foreach_reciprocal_.
    """
    for x in tensors:
        x.copy_(1 / x)
