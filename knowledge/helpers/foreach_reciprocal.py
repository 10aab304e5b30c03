def foreach_reciprocal(tensors):
    """One divided by each tensor of a list.

    Equals torch._foreach_reciprocal.
    """
    return tuple(1 / x for x in tensors)
