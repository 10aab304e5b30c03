import mindspore as ms
from mindspore import ops


def log_softmax(input, dim=None, dtype=None) -> ms.Tensor:
    """The logarithm of the softmax along dim.

    Equals torch.nn.functional.log_softmax: without dim along axis 0 of 0, 1 and 3 axes, else axis 1.
    """
    if dim is None:
        dim = 0 if input.ndim in (0, 1, 3) else 1
    values = input if dtype is None else input.astype(dtype)
    if values.dtype == ms.float64:
        return values - ops.logsumexp(values, dim, True)
    return ops.log_softmax(values, dim)
