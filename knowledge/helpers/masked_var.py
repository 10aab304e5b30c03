import mindspore as ms
from mindspore import mint, ops


def masked_var(
    input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None
) -> ms.Tensor:
    """The variance along dim, or of all values, where mask is true.

    Equals torch.masked.var.
    """
    values = input if dtype is None else input.astype(dtype)
    complex_ = values.is_complex()
    values = values if values.is_floating_point() or complex_ else values.astype(ms.float32)
    counted = ops.ones_like(ops.real(values) if complex_ else values)
    if mask is not None:
        counted = ops.where(mask, counted, ops.zeros_like(counted))
    dim = tuple(range(values.ndim)) if dim is None or dim == () else dim
    zeros = ops.zeros_like(values)
    count = mint.sum(counted, dim, True)
    mean = mint.sum(ops.where(counted > 0, values, zeros), dim, True) / count.astype(values.dtype)
    centered = values - mean
    squares = centered * (centered.conj() if complex_ else centered)
    squares = ops.where(counted > 0, squares, zeros)
    number = mint.sum(counted, dim, keepdim)
    if correction is None:
        correction = 0 if unbiased is not None and not unbiased else 1
    number = (number - correction).clip(0).astype(values.dtype)
    return mint.sum(squares, dim, keepdim) / number
