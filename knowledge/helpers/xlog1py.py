import mindspore as ms
from mindspore import ops


def xlog1py(input, other) -> ms.Tensor:
    """x * log(1 + y) of each pair; 0 where x is 0 and y is a number. One of both may be a number.

    Equals torch.special.xlog1py.
    """
    dtype = (other if isinstance(input, (int, float)) else input).dtype
    dtype = dtype if "loat" in str(dtype) else ms.float32
    if isinstance(input, (int, float)):
        input, other = ms.tensor(input, dtype=dtype), other.astype(dtype)
    elif isinstance(other, (int, float)):
        input, other = input.astype(dtype), ms.tensor(other, dtype=dtype)
    finite = ops.logical_and(other > -1, ops.logical_not(ops.isinf(other)))
    zero = ops.logical_and(input == 0, ops.logical_not(ops.logical_or(finite, ops.isnan(other))))
    return input * ops.log1p(ops.where(zero, ops.zeros_like(other), other))
