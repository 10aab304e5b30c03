import mindspore as ms
from mindspore import ops


def masked_cumprod(input, dim, *, dtype=None, mask=None) -> ms.Tensor:
    """The running product along dim of the values where mask is true.

    Equals torch.masked.cumprod.
    """
    values = input if dtype is None else input.astype(dtype)
    if values.dtype in (ms.bool_, ms.uint8, ms.int8, ms.int16, ms.int32):
        values = values.astype(ms.int64)
    if mask is not None:
        values = ops.where(mask, values, ops.ones_like(values))
    return ops.cumprod(values, dim) if values.ndim else values
