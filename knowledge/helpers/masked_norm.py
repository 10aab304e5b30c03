import mindspore as ms
from mindspore import mint, ops


def masked_norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None) -> ms.Tensor:
    """The vector norm along dim, or of all values, of those where mask is true.

    Equals torch.masked.norm for real numbers.
    """
    values = input if dtype is None else input.astype(dtype)
    sizes = ops.abs(values)
    if mask is not None:
        rest = float("inf") if ord == float("-inf") else 0.0
        sizes = ops.where(mask, sizes, ops.full_like(sizes, rest))
    dim = tuple(range(values.ndim)) if dim is None or dim == () else dim
    if ord == float("inf"):
        return ops.amax(sizes, dim, keepdim)
    if ord == float("-inf"):
        return ops.amin(sizes, dim, keepdim)
    if ord == 0:
        return mint.sum((sizes != 0).astype(sizes.dtype), dim, keepdim)
    if ord == 2:
        return ops.sqrt(mint.sum(ops.square(sizes), dim, keepdim))
    return mint.sum(sizes**ord, dim, keepdim) ** (1.0 / ord)
