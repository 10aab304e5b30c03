def as_single(x):
    """(x,), or the items of what has several as a tuple.

    Equals torch.nn.modules.utils._single.
    """
    return tuple(x) if hasattr(x, "__iter__") else (x,)
