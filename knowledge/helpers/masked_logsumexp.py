import mindspore as ms
from mindspore import mint, ops


def masked_logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None) -> ms.Tensor:
    """The logarithm of the sum of exponentials along dim, or of all values, where mask is true.

    Equals torch.masked.logsumexp.
    """
    values = input if dtype is None else input.astype(dtype)
    if mask is not None:
        values = ops.where(mask, values, ops.full_like(values, float("-inf")))
    dim = tuple(range(values.ndim)) if dim is None or dim == () else dim
    top = ops.stop_gradient(ops.amax(values, dim, True))
    top = ops.where(ops.isinf(top), ops.zeros_like(top), top)
    total = ops.log(mint.sum(ops.exp(values - top), dim, keepdim))
    return total + top.reshape(total.shape)
