import mindspore as ms
from mindspore import ops


def fmax(input, other) -> ms.Tensor:
    """The larger of two values; where one is NaN, the other.

    Equals torch.fmax for floating point numbers.
    """
    return ops.where(ops.logical_or(input >= other, ops.isnan(other)), input, other)
