import mindspore as ms
from mindspore import ops


def masked_argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> ms.Tensor:
    """Where the greatest value stands along dim, or of all, where mask is true;
    a number of the dtype of input.

    Equals torch.masked.argmax.
    """
    values = input if dtype is None else input.astype(dtype)
    if mask is not None:
        edge = float("-inf") if values.is_floating_point() else -(2**63)
        values = ops.where(mask, values, ops.full_like(values, edge))
    if values.is_floating_point():
        values = ops.where(ops.isnan(values), ops.full_like(values, float("inf")), values)
    if dim is None:
        found = ops.argmax(values.flatten())
        return (found.reshape((1,) * input.ndim) if keepdim else found).astype(values.dtype)
    return ops.argmax(values, dim, keepdim).astype(values.dtype)
