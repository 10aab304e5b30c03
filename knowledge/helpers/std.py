import mindspore as ms
from mindspore import ops


def std(input, dim=None, unbiased=True, keepdim=False, *, correction=None) -> ms.Tensor:
    """The standard deviation over axes, or of all elements.

    Equals torch.std: where all numbers are the same, its gradient is 0 and not nan.
    """
    ddof = int(unbiased) if correction is None else correction
    axis = tuple(dim) if isinstance(dim, list) else dim
    variance = input.var(axis=axis, ddof=ddof, keepdims=keepdim)
    spread = variance != 0
    return ops.where(spread, ops.where(spread, variance, 1 - variance).sqrt(), variance)
