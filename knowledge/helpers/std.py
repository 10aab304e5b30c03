import mindspore as ms
from mindspore import mint, ops


def std(input, dim=None, unbiased=True, keepdim=False, *, correction=None) -> ms.Tensor:
    """The standard deviation over axes, or of all elements.

    Equals torch.std: where all numbers are the same, its gradient is 0 and not nan. There is NaN for
    what has no elements, where MindSpore gives one NaN without axes.
    """
    ddof = int(unbiased) if correction is None else correction
    axis = tuple(dim) if isinstance(dim, list) else dim
    if input.size == 0:
        return mint.sum(input, axis, keepdim) + float("nan")
    variance = input.var(axis=axis, ddof=ddof, keepdims=keepdim)
    spread = variance != 0
    return ops.where(spread, ops.where(spread, variance, 1 - variance).sqrt(), variance)
