import mindspore as ms
from mindspore import mint, ops


def nanmean(input, dim=None, keepdim=False, *, dtype=None) -> ms.Tensor:
    """The mean along dim, or of all values, of those that are not NaN.

    Equals torch.nanmean.
    """
    values = input if dtype is None else input.astype(dtype)
    known = ops.logical_not(ops.isnan(values))
    dim = tuple(range(values.ndim)) if dim is None or dim == () else dim
    total = mint.sum(ops.where(known, values, ops.zeros_like(values)), dim, keepdim)
    return total / mint.sum(known.astype(values.dtype), dim, keepdim)
