import mindspore as ms
from mindspore import ops


def nanmedian_along(input, dim=-1, keepdim=False):
    """The lower of the middle values along dim that are not nan, and where they stand (int64).

    Equals torch.nanmedian with dim; of equal values another may be named.
    """
    if input.ndim == 0:
        return input, ms.Tensor(0)
    nans = ops.isnan(input) if input.is_floating_point() else ops.zeros_like(input).bool()
    filled = ops.where(nans, ops.full_like(input, float("inf")), input) if nans.any() else input
    values, indices = ops.sort(filled, axis=dim)
    count = ops.logical_not(nans).astype(ms.int64).sum(dim, keepdims=True)
    middle = ops.where(count > 0, (count - 1) // 2, ops.zeros_like(count))
    value = ops.gather_elements(values, dim, middle)
    index = ops.gather_elements(indices.astype(ms.int64), dim, middle)
    if nans.any():
        value = ops.where(count > 0, value, ops.full_like(value, float("nan")))
    return (value, index) if keepdim else (value.squeeze(dim), index.squeeze(dim))
