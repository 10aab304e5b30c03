def foreach_add(tensors, other, alpha=1):
    """Add to each tensor of a list a number, or a tensor of another list.

    Equals torch._foreach_add.
    """
    others = other if isinstance(other, (list, tuple)) else [other] * len(tensors)
    return tuple(x + y * alpha for x, y in zip(tensors, others, strict=True))
