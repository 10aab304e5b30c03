def foreach_mul_(tensors, other):
    """Multiply each tensor of a list by a number, or a tensor of another list, in place.

    Equals torch._foreach_mul_.
    """
    others = other if isinstance(other, (list, tuple)) else [other] * len(tensors)
    for x, y in zip(tensors, others, strict=True):
        x.copy_(x * y)
