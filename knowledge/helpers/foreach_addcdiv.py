def foreach_addcdiv(tensors, tensors1, tensors2, value=1):
    """Add value * tensors1 / tensors2 to each tensor of a list; a value for all or a list.

    Equals torch._foreach_addcdiv.
    """
    values = value if isinstance(value, (list, tuple)) else [value] * len(tensors)
    rows = zip(tensors, tensors1, tensors2, values, strict=True)
    return tuple(x + v * a / b for x, a, b, v in rows)
