def foreach_lerp_(tensors, tensors1, weight):
    """Move each tensor of a list towards another by a weight, in place: a number, or a list.

    Equals torch._foreach_lerp_.
    """
    weights = weight if isinstance(weight, (list, tuple)) else [weight] * len(tensors)
    for x, y, w in zip(tensors, tensors1, weights, strict=True):
        x.copy_(x + w * (y - x))
