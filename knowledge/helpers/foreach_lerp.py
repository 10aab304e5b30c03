def foreach_lerp(tensors, tensors1, weight):
    """Move each tensor of a list towards another by a weight: a number, or a list.

    Equals torch._foreach_lerp.
    """
    weights = weight if isinstance(weight, (list, tuple)) else [weight] * len(tensors)
    rows = zip(tensors, tensors1, weights, strict=True)
    return tuple(x + w * (y - x) for x, y, w in rows)
