import mindspore as ms
from mindspore import ops


def elu(input, alpha=1.0, inplace=False) -> ms.Tensor:
    """x where it is positive, else alpha * (exp(x) - 1); inplace changes nothing.

    Equals torch.nn.functional.elu, its gradient too: ops.elu takes alpha 1 alone.
    """
    positive = input > 0
    low = ops.where(positive, ops.zeros_like(input), input)  # what overflows gives no gradient
    return ops.where(positive, input, alpha * ops.expm1(low))
