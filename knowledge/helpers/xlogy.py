import mindspore as ms
from mindspore import ops


def xlogy(input, other) -> ms.Tensor:
    """x * log(y) of each pair; 0 where x is 0 and y is a number.

    Equals torch.xlogy; input is a tensor, other a tensor or a number.
    """
    other = other if isinstance(other, ms.Tensor) else ms.Tensor(other, input.dtype)
    finite = ops.logical_and(other > 0, ops.logical_not(ops.isinf(other)))
    zero = ops.logical_and(input == 0, ops.logical_not(ops.logical_or(finite, ops.isnan(other))))
    return input * ops.log(ops.where(zero, ops.ones_like(other), other))
