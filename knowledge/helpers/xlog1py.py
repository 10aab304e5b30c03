import mindspore as ms
from mindspore import ops


def xlog1py(input, other) -> ms.Tensor:
    """x * log(1 + y) of each pair; 0 where x is 0 and y is a number.

    Equals torch.special.xlog1py for tensors.
    """
    finite = ops.logical_and(other > -1, ops.logical_not(ops.isinf(other)))
    zero = ops.logical_and(input == 0, ops.logical_not(ops.logical_or(finite, ops.isnan(other))))
    return input * ops.log1p(ops.where(zero, ops.zeros_like(other), other))
