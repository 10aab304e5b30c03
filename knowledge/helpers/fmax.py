import mindspore as ms
from mindspore import ops


def fmax(input, other) -> ms.Tensor:
    """The larger of two values; where one is NaN, the other.

    Equals torch.fmax for floating point numbers.
    """
    larger = ops.maximum(input, other)
    larger = ops.where(ops.isnan(input), other, larger)
    return ops.where(ops.isnan(other), input, larger)
