def as_triple(x):
    """(x, x, x), or the items of what has several as a tuple.

    Equals torch.nn.modules.utils._triple.
    """
    return tuple(x) if hasattr(x, "__iter__") else (x, x, x)
