import mindspore as ms


def unflatten(input, dim, sizes) -> ms.Tensor:
    """Write one axis of the input, shape (..., d, ...), as several: (..., *sizes, ...).

    Equals torch.unflatten; one of the sizes may be -1.
    """
    shape = input.shape
    dim = dim + len(shape) if dim < 0 else dim
    known = 1
    for size in sizes:
        known = known if size == -1 else known * size
    sizes = tuple(shape[dim] // known if size == -1 else size for size in sizes)
    return input.reshape(shape[:dim] + sizes + shape[dim + 1 :])
