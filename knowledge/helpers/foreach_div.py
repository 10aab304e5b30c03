def foreach_div(tensors, other):
    """Divide each tensor of a list by a number, or a tensor of another list.

    Equals torch._foreach_div.
    """
    others = other if isinstance(other, (list, tuple)) else [other] * len(tensors)
    return tuple(x / y for x, y in zip(tensors, others, strict=True))
