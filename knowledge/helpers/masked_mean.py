import mindspore as ms
from mindspore import mint, ops


def masked_mean(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> ms.Tensor:
    """The mean along dim, or of all values, where mask is true; NaN where there is none.

    Equals torch.masked.mean.
    """
    values = input if dtype is None else input.astype(dtype)
    counted = ops.ones_like(values)
    if mask is not None:
        counted = ops.where(mask, counted, ops.zeros_like(values))
        values = ops.where(mask, values, ops.zeros_like(values))
    dim = tuple(range(values.ndim)) if dim is None or dim == () else dim
    total, count = mint.sum(values, dim, keepdim), mint.sum(counted, dim, keepdim)
    return ops.where(count == 0, ops.full_like(total, float("nan")), total / count)
