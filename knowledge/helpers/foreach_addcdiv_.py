def foreach_addcdiv_(tensors, tensors1, tensors2, value=1):
    """Add value * tensors1 / tensors2 to each tensor of a list, in place; a value for all or a list.

    Equals torch._foreach_addcdiv_.
    """
    values = value if isinstance(value, (list, tuple)) else [value] * len(tensors)
    for x, a, b, v in zip(tensors, tensors1, tensors2, values, strict=True):
        x.copy_(x + v * a / b)
