import mindspore as ms
from mindspore import ops


def xlogy(input, other) -> ms.Tensor:
    """x * log(y) of each pair; 0 where x is 0 and y is a number.

    Equals torch.xlogy; one of the two may be a number. Whole numbers count as floating ones.
    """

    def floating(value, beside):
        if not isinstance(value, ms.Tensor):
            known = isinstance(beside, ms.Tensor) and beside.is_floating_point()
            return ms.Tensor(value, beside.dtype if known else ms.float32)
        return value if value.is_floating_point() else value.astype(ms.float32)

    x, y = floating(input, other), floating(other, input)
    finite = ops.logical_and(y > 0, ops.logical_not(ops.isinf(y)))
    zero = ops.logical_and(x == 0, ops.logical_not(ops.logical_or(finite, ops.isnan(y))))
    return x * ops.log(ops.where(zero, ops.ones_like(y), y))
