import mindspore as ms
from mindspore import mint, ops


def masked_prod(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> ms.Tensor:
    """The product along dim, or of all values, where mask is true.

    Equals torch.masked.prod.
    """
    values = input if dtype is None else input.astype(dtype)
    if values.dtype in (ms.bool_, ms.uint8, ms.int8, ms.int16, ms.int32):
        values = values.astype(ms.int64)
    if mask is not None:
        values = ops.where(mask, values, ops.ones_like(values))
    dim = tuple(range(values.ndim)) if dim is None or dim == () else dim
    dims = (dim,) if isinstance(dim, int) else dim
    for axis in dims if values.ndim else ():
        values = mint.prod(values, axis, True)
    if keepdim or not values.ndim:
        return values
    gone = {axis % values.ndim for axis in dims}
    return values.reshape(tuple(size for axis, size in enumerate(values.shape) if axis not in gone))
