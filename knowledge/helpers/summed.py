import mindspore as ms
from helper import squeezed


def summed(input, dim=None) -> ms.Tensor:
    """The sum over an axis, those of a tuple, or all.

    Equals torch.sum where a derivative is differentiated again: MindSpore's own loses what passes
    through its derivative in PyNative mode unless it keeps the axes.
    """
    axes = tuple(range(input.ndim)) if dim is None else dim
    return squeezed(input.sum(axis=axes, keepdims=True), axes)
