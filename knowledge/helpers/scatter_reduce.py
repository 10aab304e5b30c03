import mindspore as ms
from mindspore import ops


def scatter_reduce(input, dim, index, src, reduce, include_self=True) -> ms.Tensor:
    """Reduce the values of src into the places of a copy of input that index names along dim.

    Equals torch.scatter_reduce for "sum" and "mean".
    """
    src = src[tuple(slice(0, size) for size in index.shape)]
    index = index.astype(ms.int64)
    ones = ops.ones_like(src)
    counts = ops.tensor_scatter_elements(ops.zeros_like(input), index, ones, dim, "add")
    start = input if include_self else ops.where(counts > 0, ops.zeros_like(input), input)
    result = ops.tensor_scatter_elements(start, index, src, dim, "add")
    if reduce == "sum":
        return result
    number = counts + 1 if include_self else ops.maximum(counts, ops.ones_like(counts))
    return result / number if input.is_floating_point() else result // number
