import mindspore as ms
from mindspore import ops


def fmin(input, other) -> ms.Tensor:
    """The smaller of two values; where one is NaN, the other.

    Equals torch.fmin for floating point numbers.
    """
    smaller = ops.minimum(input, other)
    smaller = ops.where(ops.isnan(input), other, smaller)
    return ops.where(ops.isnan(other), input, smaller)
