def foreach_mul(tensors, other):
    """Multiply each tensor of a list by a number, or a tensor of another list.

    Equals torch._foreach_mul.
    """
    others = other if isinstance(other, (list, tuple)) else [other] * len(tensors)
    return tuple(x * y for x, y in zip(tensors, others, strict=True))
