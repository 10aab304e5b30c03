import mindspore as ms
from mindspore import ops


def masked_softmax(input, dim, *, dtype=None, mask=None) -> ms.Tensor:
    """The softmax along dim of the values where mask is true.

    Equals torch.masked.softmax.
    """
    values = input if dtype is None else input.astype(dtype)
    if mask is not None:
        values = ops.where(mask, values, ops.full_like(values, float("-inf")))
    values = values if values.ndim else values.reshape(1)
    shares = ops.exp(values - ops.stop_gradient(ops.amax(values, dim, True)))
    return (shares / shares.sum(dim, keepdims=True)).reshape(input.shape)
