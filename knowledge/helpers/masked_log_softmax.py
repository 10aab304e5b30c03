import mindspore as ms
from mindspore import ops


def masked_log_softmax(input, dim, *, dtype=None, mask=None) -> ms.Tensor:
    """The logarithm of softmax along dim of the values where mask is true.

    Equals torch.masked.log_softmax.
    """
    values = input if dtype is None else input.astype(dtype)
    if mask is not None:
        values = ops.where(mask, values, ops.full_like(values, float("-inf")))
    values = values if values.ndim else values.reshape(1)
    values = values - ops.stop_gradient(ops.amax(values, dim, True))
    total = ops.exp(values).sum(dim, keepdims=True)
    return (values - ops.log(total)).reshape(input.shape)
