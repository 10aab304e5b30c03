import mindspore as ms
from mindspore import mint, ops


def cumprod(input, dim, *, dtype=None) -> ms.Tensor:
    """The products of all elements up to each, along an axis.

    Equals torch.cumprod: its gradient is right where there are zeros, too.
    """
    input = input if dtype is None else input.astype(dtype)
    dim %= input.ndim  # along a negative axis the gradient is wrong now and then
    zero = input == 0
    zeros = zero.astype(ms.int32).cumsum(dim)
    others = mint.cumprod(ops.where(zero, ops.ones_like(input), input), dim)
    first = ops.where(zero & (zeros == 1), input, ops.zeros_like(input)).cumsum(dim)
    return ops.where(zeros == 0, others, ops.where(zeros == 1, others * first, first * 0))
