import mindspore as ms
from mindspore import ops


def masked_argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> ms.Tensor:
    """Where the least value stands along dim, or of all, where mask is true;
    a number of the dtype of input.

    Equals torch.masked.argmin.
    """
    values = input if dtype is None else input.astype(dtype)
    if mask is not None:
        edge = float("inf") if values.is_floating_point() else 2**63 - 1
        values = ops.where(mask, values, ops.full_like(values, edge))
    if values.is_floating_point():
        values = ops.where(ops.isnan(values), ops.full_like(values, float("-inf")), values)
    if dim is None:
        found = ops.argmin(values.flatten())
        return (found.reshape((1,) * input.ndim) if keepdim else found).astype(values.dtype)
    return ops.argmin(values, dim, keepdim).astype(values.dtype)
