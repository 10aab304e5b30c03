import mindspore as ms
from mindspore import ops


def unfold_windows(input, dimension, size, step) -> ms.Tensor:
    """Windows of a size along an axis, one every step; their values stand along a new last axis.

    Equals torch.Tensor.unfold, as a copy and not a view.
    """
    axis = dimension % input.ndim
    starts = range(0, input.shape[axis] - size + 1, step)
    rows = input.swapaxes(axis, -1)
    windows = ops.stack([rows[..., start : start + size] for start in starts], axis=-2)
    return windows.swapaxes(axis, -2)
