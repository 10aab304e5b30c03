import mindspore as ms
from mindspore import mint, ops


def nonzero_static(input, *, size, fill_value=-1) -> ms.Tensor:
    """The places of values that are not 0, the first size of them, filled up with fill_value.

    Equals torch.nonzero_static.
    """
    result = ops.full((size, input.ndim), fill_value, dtype=ms.int64)
    if not size or not input.size or not input.ndim:
        return result
    found = mint.nonzero(input)[:size]
    return ops.cat((found, result[found.shape[0] :]))
