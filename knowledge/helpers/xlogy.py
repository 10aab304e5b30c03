import mindspore as ms
from mindspore import ops


def xlogy(input, other) -> ms.Tensor:
    """x * log(y) of each pair; 0 where x is 0 and y is a number.

    Equals torch.xlogy; input is a tensor, other a tensor or a number.
    """
    other = other if isinstance(other, ms.Tensor) else ms.Tensor(other, input.dtype)
    product = input * ops.log(other)
    zero = ops.logical_and(input == 0, ops.logical_not(ops.isnan(other)))
    return ops.where(zero, ops.zeros_like(product), product)
