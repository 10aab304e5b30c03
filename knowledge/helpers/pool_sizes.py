def pool_sizes(pool, name, axes) -> int | tuple:
    """Read the padding or the dilation of a MaxPool or AvgPool layer over that many axes.

    An int where it is the same for all axes, as most give it to torch's layers.
    """
    operator = pool.max_pool if hasattr(pool, "max_pool") else pool.avg_pool
    if name == "dilation":
        sizes = getattr(operator, "dilation", (1,) * axes)
    elif hasattr(operator, "pads"):
        sizes = operator.pads
    else:
        sizes = getattr(operator, "pad_list", (0, 0) * axes)[::2]
    sizes = tuple(sizes[-axes:])
    return sizes[0] if len(set(sizes)) == 1 else sizes
