def foreach_sub_(tensors, other, alpha=1):
    """Subtract from each tensor of a list a number, or a tensor of another list, in place.

    Equals torch._foreach_sub_.
    """
    others = other if isinstance(other, (list, tuple)) else [other] * len(tensors)
    for x, y in zip(tensors, others, strict=True):
        x.copy_(x - y * alpha)
