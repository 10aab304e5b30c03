import mindspore as ms
from mindspore import mint, ops


def masked_sum(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> ms.Tensor:
    """The sum along dim, or of all values, where mask is true.

    Equals torch.masked.sum.
    """
    values = input if dtype is None else input.astype(dtype)
    if mask is not None:
        values = ops.where(mask, values, ops.zeros_like(values))
    dim = tuple(range(values.ndim)) if dim is None or dim == () else dim
    return mint.sum(values, dim, keepdim)
