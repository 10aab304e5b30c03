import mindspore as ms
from mindspore import ops


def masked_amax(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> ms.Tensor:
    """The greatest value along dim, or of all, where mask is true; -inf where there is none.

    Equals torch.masked.amax for floating point numbers and int64.
    """
    values = input if dtype is None else input.astype(dtype)
    if mask is not None:
        edge = float("-inf") if values.is_floating_point() else -(2**63)
        values = ops.where(mask, values, ops.full_like(values, edge))
    dim = tuple(range(values.ndim)) if dim is None or dim == () else dim
    return ops.amax(values, dim, keepdim)
