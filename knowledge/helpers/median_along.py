import mindspore as ms
from mindspore import ops


def median_along(input, dim=-1, keepdim=False):
    """The lower of the middle values along dim, nan where one is, and where they stand (int64).

    Equals torch.median with dim; of equal values another may be named.
    """
    if input.ndim == 0:
        return input, ms.Tensor(0)
    values, indices = ops.sort(input, axis=dim)
    middle = ms.Tensor([(input.shape[dim] - 1) // 2], ms.int32)
    value, index = ops.gather(values, middle, dim), ops.gather(indices, middle, dim)
    index = index.astype(ms.int64)
    if input.is_floating_point():
        nans = ops.isnan(input).astype(ms.int32)
        found = nans.sum(dim, keepdims=True) > 0
        value = ops.where(found, ops.full_like(value, float("nan")), value)
        index = ops.where(found, ops.argmax(nans, dim, True).astype(ms.int64), index)
    return (value, index) if keepdim else (value.squeeze(dim), index.squeeze(dim))
