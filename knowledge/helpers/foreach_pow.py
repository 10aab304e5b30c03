from mindspore import ops


def foreach_pow(tensors, exponent) -> tuple:
    """Raise each tensor of a list to a number, or to a tensor or number of another list.

    tensors may be one number, too. Equals torch._foreach_pow.
    """
    if not isinstance(tensors, (list, tuple)):
        return tuple(ops.pow(tensors, y) for y in exponent)
    exponents = exponent if isinstance(exponent, (list, tuple)) else [exponent] * len(tensors)
    return tuple(ops.pow(x, y) for x, y in zip(tensors, exponents, strict=True))
