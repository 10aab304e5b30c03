import mindspore as ms
from mindspore import ops


def xlog1py(input, other) -> ms.Tensor:
    """x * log(1 + y) of each pair; 0 where x is 0 and y is a number. One of both may be a number.

    Equals torch.special.xlog1py.
    """
    numbers = (int, float)
    dtype = (other if isinstance(input, numbers) else input).dtype
    dtype = dtype if "loat" in str(dtype) else ms.float32
    input = ms.tensor(input, dtype=dtype) if isinstance(input, numbers) else input
    other = ms.tensor(other, dtype=dtype) if isinstance(other, numbers) else other
    input = input if input.is_floating_point() else input.astype(dtype)
    other = other if other.is_floating_point() else other.astype(dtype)
    finite = ops.logical_and(other > -1, ops.logical_not(ops.isinf(other)))
    zero = ops.logical_and(input == 0, ops.logical_not(ops.logical_or(finite, ops.isnan(other))))
    return input * ops.log1p(ops.where(zero, ops.zeros_like(other), other))
