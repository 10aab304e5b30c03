import mindspore as ms


def unravel_index(indices, shape):
    """The coordinates, one tensor an axis, of indices into the flat form of a shape.

    Equals torch.unravel_index.
    """
    indices = indices.astype(ms.int64)
    coordinates = []
    for size in reversed(shape if isinstance(shape, (tuple, list)) else (shape,)):
        size = ms.Tensor(size, ms.int64)
        coordinates.append(indices % size)
        indices = indices // size
    return tuple(reversed(coordinates))
