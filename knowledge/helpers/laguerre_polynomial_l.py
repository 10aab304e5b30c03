import mindspore as ms
from mindspore import ops


def laguerre_polynomial_l(input, n) -> ms.Tensor:
    """The Laguerre polynomial L_n of each value, by its recurrence; n is an int.

    Equals torch.special.laguerre_polynomial_l.
    """
    before, current = ops.ones_like(input), 1 - input
    if n < 1:
        return before if n == 0 else ops.zeros_like(input)
    for k in range(1, n):
        before, current = current, ((2 * k + 1 - input) * current - k * before) / (k + 1)
    return current
