import mindspore as ms
from mindspore import ops


def selu(input, inplace=False) -> ms.Tensor:
    """scale * (x where it is positive, else alpha * (exp(x) - 1)); inplace changes nothing.

    Equals torch.nn.functional.selu, its gradient too.
    """
    positive = input > 0
    low = ops.where(positive, ops.zeros_like(input), input)
    return 1.0507009873554805 * ops.where(positive, input, 1.6732632423543772 * ops.expm1(low))
