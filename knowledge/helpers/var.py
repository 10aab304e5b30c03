import mindspore as ms
from mindspore import mint


def var(input, dim=None, unbiased=True, keepdim=False, *, correction=None) -> ms.Tensor:
    """The variance over axes, or of all elements.

    Equals torch.var: the axes may be a list, too, and there is NaN for what has no elements, where
    MindSpore gives one NaN without axes.
    """
    ddof = int(unbiased) if correction is None else correction
    axis = tuple(dim) if isinstance(dim, list) else dim
    if input.size == 0:
        return mint.sum(input, axis, keepdim) + float("nan")
    return input.var(axis=axis, ddof=ddof, keepdims=keepdim)
