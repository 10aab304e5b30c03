def foreach_copy_(tensors, sources):
    """Set each tensor of a list to the values of another list's, in place.

    Equals torch._foreach_copy_.
    """
    for x, y in zip(tensors, sources, strict=True):
        x.copy_(y.copy())  # of a part copy_ takes other numbers on a CPU, or raises
