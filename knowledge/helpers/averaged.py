import mindspore as ms
from helper import squeezed


def averaged(input, dim=None) -> ms.Tensor:
    """The mean over an axis, those of a tuple, or all.

    Equals torch.mean where a derivative is differentiated again: MindSpore's own loses what passes
    through its derivative in PyNative mode unless it keeps the axes.
    """
    axes = tuple(range(input.ndim)) if dim is None else dim
    return squeezed(input.mean(axis=axes, keep_dims=True), axes)
