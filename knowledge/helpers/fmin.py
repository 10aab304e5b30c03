import mindspore as ms
from mindspore import ops


def fmin(input, other) -> ms.Tensor:
    """The smaller of two values; where one is NaN, the other.

    Equals torch.fmin for floating point numbers.
    """
    return ops.where(ops.logical_or(input <= other, ops.isnan(other)), input, other)
